"""Fine-tunes the PP-OCRv4 recognizer on rendered strips: python3 finetune_reader.py MODELS DATA OUT --steps 3000"""
import argparse, time
import onnx, torch
import torch.nn as nn
from common import Pool, batches, learning_rate, loss_of, score
from distort import large_input
from lettering import ALPHABET
from onnx_graph import Graph, compact, load, with_classes, written
from render import load as load_data

BATCH, PEAK, DECAY = 384, 4e-4, .998
POOL, RENEWED = 2 ** 16, 256
STEP_PIXELS = 8
SHARES = (1.0, .85, .7, .55, .4)


def main():
    args = argparse.ArgumentParser()
    args.add_argument('models')
    args.add_argument('data')
    args.add_argument('out')
    args.add_argument('--steps', type=int, default=3000)
    args.add_argument('--seconds', type=int, default=10 ** 6)
    args.add_argument('--seed', type=int, default=3)
    args = args.parse_args()
    torch.manual_seed(args.seed)
    started = time.time()
    model = original(args.models)
    net = Graph(model)
    check(model, net)
    net.on('cuda')
    for weight in net.weights.values():
        if weight.ndim == 4:
            weight.data = weight.data.contiguous(memory_format=torch.channels_last)
    train, valid = load_data(args.data, 'train', 'cuda'), load_data(args.data, 'valid', 'cuda')
    before = {name: value.detach().clone() for name, value in net.weights.items()}
    average = {name: value.detach().clone() for name, value in net.weights.items()}

    def read(strip, mask, shown):
        return net(large_input(strip, mask)), shown / STEP_PIXELS

    print('at the start', score(read, valid), flush=True)
    optimizer = torch.optim.AdamW(net.parameters(), lr=PEAK, weight_decay=0.)
    pool = Pool(train, POOL)
    draw = batches(pool.shown, BATCH)
    began = time.time()
    for step in range(args.steps):
        progress = max(step / args.steps, (time.time() - began) / args.seconds)
        if progress >= 1:
            break
        for group in optimizer.param_groups:
            group['lr'] = learning_rate(PEAK, step, 300, progress)
        with torch.no_grad():
            pool.renew(RENEWED)
            (strip, mask, shown), labels, lengths = pool.batch(next(draw))
        with torch.autocast('cuda', dtype=torch.bfloat16):
            output = net(large_input(strip, mask).contiguous(memory_format=torch.channels_last))
        loss = loss_of(output, labels, shown / STEP_PIXELS, lengths)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 2.)
        optimizer.step()
        with torch.no_grad():
            decay = min(DECAY, (step + 1) / (step + 10))
            torch._foreach_lerp_([average[k] for k in average], [net.weights[k].data for k in average], 1 - decay)
        if (step + 1) % 500 == 0:
            onnx.save(compact(written(model, average)), f'{args.out}/reader-so-far.onnx')
        if (step + 1) % 200 == 0:
            print('reader', step + 1, 'of', args.steps, 'loss', round(loss.item(), 4), 'seconds', round(time.time() - started), flush=True)
    print('reader stopped after', step, 'steps', flush=True)
    for share in SHARES:
        state = {name: before[name] * (1 - share) + average[name] * share for name in before}
        with torch.no_grad():
            for name, value in net.weights.items():
                value.copy_(state[name])
        print('reader, share of the new weights', share, score(read, valid), flush=True)
        onnx.save(compact(written(model, state)), f'{args.out}/reader-{share}.onnx')
    print('reader done', round(time.time() - started), flush=True)


def original(models):
    """The PP-OCRv4 recognizer, with its output layer cut to the alphabet."""
    with open(f'{models}/ppocr_keys_v1.txt', encoding='utf8') as file:
        keys = ['blank'] + [line.rstrip('\r\n') for line in file if line.rstrip('\r\n') != ''] + [' ']
    return with_classes(load(f'{models}/ch_PP-OCRv4_rec_infer.onnx'), keys, ALPHABET)


def check(model, net):
    import onnxruntime
    onnx.save(model, '/tmp/check.onnx')
    x = torch.randn(1, 3, 48, 320)
    expected = onnxruntime.InferenceSession('/tmp/check.onnx').run(None, {net.input: x.numpy()})[0]
    with torch.no_grad():
        difference = float((net(x, logits=False) - torch.from_numpy(expected)).abs().max())
    print('difference from onnxruntime', difference, 'classes', expected.shape[-1])
    assert difference < 1e-3


if __name__ == '__main__':
    main()
