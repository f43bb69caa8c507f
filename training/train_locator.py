"""Trains the locator, which shows where small and large text is: python3 train_locator.py DATA OUT --seconds 480 --seed 1"""
import argparse, time
import numpy as np
import onnx, torch
import torch.nn as nn
import torch.nn.functional as F
from common import learning_rate
from locator_scenes import HEIGHT, STRIDE, WIDTH, Painter
from onnx_graph import compact
from render import load as load_data

BATCH, PEAK, DECAY = 96, 3e-3, .998
POOL, DRAWN = 6144, 32
# The detector's input: blue, green, red, with ImageNet means and deviations in that order.
MEAN, DEVIATION = (.485, .456, .406), (.229, .224, .225)
FOUND = .3  # a cell with at least this probability


def block(i, o, stride=1):
    return nn.Sequential(nn.Conv2d(i, o, 3, stride, 1, bias=False), nn.BatchNorm2d(o), nn.ReLU())


class Residual(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.body = nn.Sequential(block(channels, channels), nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x):
        return F.relu(x + self.body(x))


class Locator(nn.Module):
    """Two maps at an eighth of the resolution, small and large text, one above the other."""

    def __init__(self):
        super().__init__()
        self.fine = nn.Sequential(block(3, 8, 2), block(8, 16, 2), block(16, 32, 2), Residual(32))
        self.coarse = nn.Sequential(block(32, 48, 2), Residual(48), Residual(48), nn.Conv2d(48, 32, 1))
        self.head = nn.Sequential(Residual(32), nn.Conv2d(32, 2, 1))

    def forward(self, x):
        fine = self.fine(x)
        return self.head(F.relu(fine + F.interpolate(self.coarse(fine), scale_factor=2., mode='nearest')))


class Probabilities(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def forward(self, x):
        return torch.sigmoid(self.net(x))


def normalized(image):
    device = image.device
    mean, deviation = (torch.tensor(one, device=device)[None, :, None, None] for one in (MEAN, DEVIATION))
    return ((image.flip(1) - mean) / deviation).contiguous(memory_format=torch.channels_last)


class Pool:
    """Images that are drawn once and used several times."""

    def __init__(self, painter):
        self.painter, self.at = painter, 0
        self.images = torch.empty(POOL, 3, HEIGHT, WIDTH, dtype=torch.uint8, device='cuda')
        self.labels = torch.empty(POOL, 2, HEIGHT // STRIDE, WIDTH // STRIDE, dtype=torch.uint8, device='cuda')
        for _ in range(POOL // DRAWN):
            self.renew()

    def renew(self):
        to = slice(self.at, self.at + DRAWN)
        image, labels = self.painter.draw(DRAWN)
        self.images[to], self.labels[to] = (image * 255 + .5).byte(), labels.byte()
        self.at = (self.at + DRAWN) % POOL

    def batch(self):
        of = torch.randint(0, POOL, (BATCH,), device='cuda')
        return normalized(self.images[of].float() / 255), self.labels[of].float()


def loss_of(output, labels):
    """A missed line costs more than a needless search."""
    each = F.binary_cross_entropy_with_logits(output, labels, pos_weight=torch.tensor([2.5, 1.5], device=output.device)[None, :, None, None])
    found = output.sigmoid()
    dice = 1 - (2 * (found * labels).sum((0, 2, 3)) + 1) / ((found + labels).sum((0, 2, 3)) + 1)
    return each + .3 * dice.mean()


@torch.no_grad()
def score(net, painter):
    """For small and large text: the share of its cells that are found, and the share of the found cells that have text."""
    torch.manual_seed(11)
    hit, text, all_found = 0, 0, 0
    for _ in range(16):
        image, labels = painter.draw(DRAWN)
        found = (net(normalized(image)).sigmoid() > FOUND).float()
        hit, text, all_found = hit + (found * labels).sum((0, 2, 3)), text + labels.sum((0, 2, 3)), all_found + found.sum((0, 2, 3))
    return [round(v, 3) for v in (hit / text).tolist()], [round(v, 3) for v in (hit / all_found).tolist()]


def painter_of(folder, name):
    masks, _, lengths, widths = load_data(folder, name, 'cuda')
    has_text = lengths > 0
    return Painter(masks[has_text], widths[has_text])


def main():
    args = argparse.ArgumentParser()
    args.add_argument('data')
    args.add_argument('out')
    args.add_argument('--steps', type=int, default=10 ** 6)
    args.add_argument('--seconds', type=int, default=480)
    args.add_argument('--seed', type=int, default=1)
    args = args.parse_args()
    torch.manual_seed(args.seed)
    torch.backends.cudnn.benchmark = True
    began = time.time()
    train, valid = painter_of(args.data, 'train'), painter_of(args.data, 'valid')
    with torch.no_grad():
        pool = Pool(train)
    print('drew', POOL, 'images, seconds', round(time.time() - began), flush=True)
    np.save(f'{args.out}/examples.npy', pool.images[:8].cpu().numpy())
    net = Locator().to('cuda', memory_format=torch.channels_last)
    print('locator, weights', sum(p.numel() for p in net.parameters()), flush=True)
    optimizer = torch.optim.AdamW(net.parameters(), lr=PEAK, weight_decay=.02)
    state = net.state_dict()
    floats = [k for k, v in state.items() if v.dtype.is_floating_point]
    average = {k: v.detach().clone() for k, v in state.items()}
    start, step = time.time(), 0
    while (progress := max(step / args.steps, (time.time() - start) / args.seconds)) < 1:
        for group in optimizer.param_groups:
            group['lr'] = learning_rate(PEAK, step, 300, progress)
        with torch.no_grad():
            if step % 2 == 0:
                pool.renew()
            x, labels = pool.batch()
        with torch.autocast('cuda', dtype=torch.bfloat16):
            output = net(x)
        loss = loss_of(output.float(), labels)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.)
        optimizer.step()
        with torch.no_grad():
            now = net.state_dict()
            torch._foreach_lerp_([average[k] for k in floats], [now[k] for k in floats], 1 - min(DECAY, (step + 1) / (step + 10)))
        step += 1
        if step % 500 == 0:
            print('step', step, 'loss', round(loss.item(), 4), 'seconds', round(time.time() - start), flush=True)
    net.load_state_dict(average)
    net.eval()
    print('locator after', step, 'steps: found, right of the found', *score(net, valid), flush=True)
    path = f'{args.out}/locator.onnx'
    torch.onnx.export(Probabilities(net.cpu().to(memory_format=torch.contiguous_format)), (torch.randn(1, 3, 64, 96),), path,
                      input_names=['x'], output_names=['y'], dynamic_axes={'x': {2: 'h', 3: 'w'}, 'y': {2: 'k', 3: 'l'}}, opset_version=17, dynamo=False)
    onnx.save(compact(onnx.load(path)), path)


if __name__ == '__main__':
    main()
