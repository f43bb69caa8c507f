"""Trains the small reader on rendered strips: python3 train_small_reader.py DATA OUT --steps 8000"""
import argparse, time
import onnx, torch
import torch.nn as nn
import torch.nn.functional as F
from common import Pool, batches, learning_rate, loss_of, score
from distort import small_input
from lettering import ALPHABET
from onnx_graph import compact
from render import load as load_data

BATCH, PEAK, DECAY = 1024, 2e-3, .999
POOL, RENEWED = 2 ** 18, 256
STEP_PIXELS = 6  # of a strip 48 pixels high: four columns at 32 pixels


def block(i, o, kernel=3, stride=1, padding=1):
    return nn.Sequential(nn.Conv2d(i, o, kernel, stride, padding, bias=False), nn.BatchNorm2d(o), nn.ReLU())


class Residual(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.conv, self.norm = nn.Conv2d(channels, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels)

    def forward(self, x):
        return F.relu(x + self.norm(self.conv(x)))


class Mix(nn.Module):
    """Neighboring columns, then channels."""

    def __init__(self, channels, reach=9):
        super().__init__()
        self.along = nn.Conv2d(channels, channels, (1, reach), padding=(0, reach // 2), groups=channels, bias=False)
        self.norm = nn.BatchNorm2d(channels)
        self.across = nn.Sequential(nn.Conv2d(channels, 2 * channels, 1), nn.ReLU(), nn.Conv2d(2 * channels, channels, 1))

    def forward(self, x):
        return x + self.across(self.norm(self.along(x)))


class SmallReader(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(
            block(1, 32, 3, 2), block(32, 64, 3, 2), Residual(64), Residual(64),
            block(64, 128, 3, (2, 1)), Residual(128), Residual(128),
            block(128, 192, 3, (2, 1)), Residual(192), block(192, 256, (2, 1), 1, 0),
            Mix(256), Mix(256), Mix(256), Mix(256), nn.Dropout(.05))
        self.head = nn.Conv2d(256, len(ALPHABET) + 1, 1)

    def forward(self, x):
        return self.head(self.body(x)).squeeze(2).transpose(1, 2)


class Probabilities(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, x):
        return torch.softmax(self.net(x), -1)


def main():
    args = argparse.ArgumentParser()
    args.add_argument('data')
    args.add_argument('out')
    args.add_argument('--steps', type=int, default=8000)
    args.add_argument('--seconds', type=int, default=10 ** 6)
    args.add_argument('--seed', type=int, default=1)
    args = args.parse_args()
    torch.manual_seed(args.seed)
    start_time = time.time()
    torch.backends.cudnn.benchmark = True
    train, valid = load_data(args.data, 'train', 'cuda'), load_data(args.data, 'valid', 'cuda')
    net = SmallReader().to('cuda', memory_format=torch.channels_last)
    print('small reader, weights', sum(p.numel() for p in net.parameters()))
    pool = Pool(train, POOL)
    draw = batches(pool.shown, BATCH)

    def read(*strip):
        return net(small_input(*strip)), strip[2] / STEP_PIXELS

    optimizer = torch.optim.AdamW(net.parameters(), lr=PEAK, weight_decay=.02)
    state = net.state_dict()
    floats = [k for k, v in state.items() if v.dtype.is_floating_point]
    average = {k: v.detach().clone() for k, v in state.items()}
    began = time.time()
    for step in range(args.steps):
        progress = max(step / args.steps, (time.time() - began) / args.seconds)
        if progress >= 1:
            break
        for group in optimizer.param_groups:
            group['lr'] = learning_rate(PEAK, step, 400, progress)
        with torch.no_grad():
            pool.renew(RENEWED)
            strip, labels, lengths = pool.batch(next(draw))
            x = small_input(*strip)
        with torch.autocast('cuda', dtype=torch.bfloat16):
            output = net(x.contiguous(memory_format=torch.channels_last))
        loss = loss_of(output, labels, strip[2] / STEP_PIXELS, lengths)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.)
        optimizer.step()
        with torch.no_grad():
            decay = min(DECAY, (step + 1) / (step + 10))
            now = net.state_dict()
            torch._foreach_lerp_([average[k] for k in floats], [now[k] for k in floats], 1 - decay)
        if (step + 1) % 1000 == 0:
            torch.save(average, f'{args.out}/small-reader.pt')
        if (step + 1) % 500 == 0:
            print('small', step + 1, 'of', args.steps, 'loss', round(loss.item(), 4), 'seconds', round(time.time() - start_time), flush=True)
    print('small reader stopped after', step, 'steps', flush=True)
    net.load_state_dict(average)
    net.eval()
    print('small reader', score(read, valid), flush=True)
    path = f'{args.out}/small-reader.onnx'
    torch.onnx.export(Probabilities(net.cpu().to(memory_format=torch.contiguous_format)), (torch.randn(1, 1, 32, 160),), path,
                      input_names=['x'], output_names=['y'], dynamic_axes={'x': {3: 'w'}, 'y': {1: 't'}}, opset_version=17, dynamo=False)
    onnx.save(compact(onnx.load(path)), path)
    print('small done', round(time.time() - start_time), flush=True)


if __name__ == '__main__':
    main()
