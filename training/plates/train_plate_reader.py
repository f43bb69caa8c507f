"""Trains the reader of plates or the network that says the state: python3 train_plate_reader.py plate-reader|plate-state PLATES PHOTOS BOXES OUT"""
import argparse, copy, json, math, time
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from camera import blurred, compressed, exposed, noisy, sharpened
from plate_data import CORNERS, Photos, homography, lit, load_plates, mapped, plate_alpha, rand, small_copy, unit_grid, views
from plate_nets import CHARACTERS, CROP, KINDS, STATE_CROP, STEPS, exported
from plate_states import CODES, UNKNOWN
from render_plates import VALID

BATCH, DECAY = 512, .999
WIDTHS = ((40, 56, .17), (56, 76, .25), (76, 104, .25), (104, 150, .18), (150, 240, .15))  # of a plate in the photograph, and their share
MARGIN = (1.12, 1.20)


class Crops:
    """Plates in a photograph, cut out as the locator's corners say, with its errors."""

    def __init__(self, plates, texts, states, radii, photos, sizes, is_state):
        self.plates, self.texts, self.states, self.radii, self.photos, self.sizes, self.is_state = plates, texts, states, radii, photos, sizes, is_state
        self.device = plates.device
        self.shares = torch.tensor([share for *_, share in WIDTHS])

    def draw(self, n, of=None):
        """N×3×rows×columns crops in 0..1, and which plates they show. All of a draw have about the same resolution."""
        device = self.device
        of = torch.randint(0, len(self.plates), (n,), device=device) if of is None else of
        low, high, _ = WIDTHS[int(torch.multinomial(self.shares, 1))]
        wide = int(np.random.uniform(low, high))
        rows, columns = int(wide * .5 * 1.75), int(wide * 1.45)  # the part of the photograph around the plate
        back = self.surroundings(n, rows, columns)
        plate = lit(self.plates[of].float() / 255, back.mean((2, 3)))
        plate = small_copy(torch.cat([plate, plate_alpha(self.radii[of])], 1), wide * 1.3)
        quad = views(n, device) * torch.tensor([wide / columns, wide * .5 / rows], device=device) * rand(n, device, .92, 1.08)[:, None, None]
        quad = quad + torch.randn(n, 1, 2, device=device) * .03
        x, y = unit_grid(rows, columns, device)
        to = mapped(homography(torch.tensor(CORNERS, device=device).expand(n, 4, 2), quad), x, y)
        shown = F.grid_sample(plate, to, align_corners=False)
        image = back * (1 - shown[:, 3:]) + shown[:, :3] * shown[:, 3:]
        image = self.photographed(image)
        return self.cut(image, quad), of

    def surroundings(self, n, rows, columns):
        """Parts of photographs, some of them turned upside down."""
        size = 96
        of = torch.randint(0, len(self.photos), (n,), device=self.device)
        reach = torch.exp(rand(n, self.device, math.log(60), math.log(420)))
        left, top = rand(n, self.device) * (self.sizes[of, 0] - 60), rand(n, self.device) * (self.sizes[of, 1] - 40)
        steps = torch.arange(size, device=self.device) / size
        px = (left[:, None] + steps * reach[:, None]).clamp(max=self.sizes[of, 0:1] - 1).long()
        py = (top[:, None] + steps * reach[:, None] * .6).clamp(max=self.sizes[of, 1:2] - 1).long()
        part = self.photos[of[:, None, None], :, py[:, :, None], px[:, None, :]].permute(0, 3, 1, 2).float() / 255
        return F.interpolate(part, size=(rows, columns), mode='bilinear', align_corners=False) * rand(n, self.device, .3, 1.1)[:, None, None, None]

    def photographed(self, image):
        hard = torch.rand(len(image), 1, 1, 1, device=self.device) < .45
        image = blurred(torch.where(hard, exposed(image), image.clamp(0, 1)), longest=4.5, softest=1.1)
        image = sharpened(image + torch.where(hard, .6, .25) * (noisy(image) - image)).clamp(0, 1)
        return torch.where(torch.rand(len(image), 1, 1, 1, device=self.device) < .85, compressed(image), image)

    def cut(self, image, quad):
        """The crop by corners that are off by some percent."""
        n = len(image)
        size = (quad.amax(1) - quad.amin(1))[:, None]
        spread = rand(n, self.device, .5, 2)[:, None, None]  # some places are located less exactly than others
        corners = quad + (torch.randn(n, 4, 2, device=self.device) * .018 + torch.randn(n, 1, 2, device=self.device) * .02) * spread * size
        middle = corners.mean(1, keepdim=True)
        corners = middle + (corners - middle) * (1.01 + torch.randn(n, 1, 2, device=self.device) * .04 * spread)
        upright = (torch.rand(n, 1, 1, device=self.device) < .2)  # boxes without corners
        low, high = corners.amin(1), corners.amax(1)
        box = torch.stack([low, torch.stack([high[:, 0], low[:, 1]], -1), high, torch.stack([low[:, 0], high[:, 1]], -1)], 1)
        corners = torch.where(upright, box, corners)
        target = torch.tensor(CORNERS, device=self.device) / torch.tensor(MARGIN, device=self.device)
        rows, columns = STATE_CROP if self.is_state else CROP
        x, y = unit_grid(rows, columns, self.device)
        image = F.grid_sample(image, mapped(homography(corners, target.expand(n, 4, 2)), x, y), padding_mode='border', align_corners=False).clamp(0, 1)
        return image if self.is_state else (image * torch.tensor([.299, .587, .114], device=self.device)[None, :, None, None]).sum(1, keepdim=True)


def read(output):
    texts = []
    for row in output.argmax(-1).tolist():
        text, before = '', 0
        for one in row:
            if one not in (before, 0):
                text += CHARACTERS[one - 1]
            before = one
        texts.append(text)
    return texts


@torch.no_grad()
def score(net, scale, valid, is_state, count=12):
    """The share that is right; for states also the share given, and right, at the least confidence with a precision of 0.95."""
    net.eval()
    torch.manual_seed(5)
    np.random.seed(5)
    right, sure, names = [], [], []
    for _ in range(count):
        x, of = valid.draw(256)
        y = net(scale(x)).float()
        if not is_state:
            right += [a == valid.texts[i] for a, i in zip(read(y), of.tolist())]
            continue
        most, guess = torch.softmax(y, -1).max(-1)
        truth = valid.states[of]
        right += (guess == truth).tolist()
        sure += most.where(guess != CODES.index(UNKNOWN), torch.zeros_like(most)).tolist()
        names += list(zip(truth.tolist(), guess.tolist()))
    net.train()
    result = {'right': round(sum(right) / len(right), 4)}
    if is_state:
        named = [i for i in range(len(right)) if names[i][0] != CODES.index(UNKNOWN)]
        order, hits, best = sorted(range(len(right)), key=lambda i: -sure[i]), 0, (0, 1.)
        for k, i in enumerate(order):
            if sure[i] == 0:
                break
            hits += right[i]
            if hits / (k + 1) >= .95 and k > 50:
                best = (hits, sure[i])
        result |= {'given at 0.95': round(best[0] / len(named), 4), 'threshold': round(best[1], 3), 'right of named': round(sum(right[i] for i in named) / len(named), 4)}
    return result, names


def saved(args, net):
    torch.save({k: v.half() if v.dtype.is_floating_point else v for k, v in net.state_dict().items()}, f'{args.out}/{args.kind}.pt')
    exported(args.kind, copy.deepcopy(net).to(memory_format=torch.contiguous_format), f'{args.out}/{args.kind}.onnx')


def main():
    args = argparse.ArgumentParser()
    for name in ('kind', 'plates', 'photos', 'boxes', 'out'):
        args.add_argument(name)
    args.add_argument('--steps', type=int, default=8000)
    args.add_argument('--seconds', type=float, default=1e9)
    args.add_argument('--seed', type=int, default=1)
    args.add_argument('--chunks', type=int, default=100)
    args.add_argument('--start', default='')
    args.add_argument('--peak', type=float, default=1.2e-3)
    args.add_argument('--device', default='cuda')
    args.add_argument('--batch', type=int, default=BATCH)
    args = args.parse_args()
    torch.manual_seed(args.seed)
    np.random.seed(args.seed)
    is_state = args.kind == 'plate-state'
    photos = Photos(args.photos, args.boxes, args.device)
    train = Crops(*load_plates(args.plates, 0, args.chunks, args.device), photos.pixels, photos.sizes, is_state)
    valid = Crops(*load_plates(args.plates, VALID, VALID + 3, args.device), photos.pixels, photos.sizes, is_state)
    make, scale, *_ = KINDS[args.kind]
    torch.backends.cudnn.benchmark = True
    net = make().to(args.device, memory_format=torch.channels_last)
    if args.start:
        net.load_state_dict({k: v.float() if v.dtype.is_floating_point else v for k, v in torch.load(args.start, map_location=args.device).items()})
    average = copy.deepcopy(net)
    print(args.kind, 'weights', sum(p.numel() for p in net.parameters()), 'plates', len(train.plates), flush=True)
    np.save(f'{args.out}/{args.kind}-examples.npy', (torch.cat([train.draw(8)[0] for _ in range(3)]) * 255).byte().cpu().numpy())
    optimizer = torch.optim.AdamW(net.parameters(), lr=args.peak, weight_decay=.02)
    labels = torch.zeros(len(train.texts), 8, dtype=torch.long)
    for i, text in enumerate(train.texts):
        labels[i, :len(text)] = torch.tensor([CHARACTERS.index(c) + 1 for c in text[:8]])
    labels, lengths = labels.to(args.device), torch.tensor([min(8, len(text)) for text in train.texts], device=args.device)
    began, step, log = time.time(), 0, {}
    while (progress := max(step / args.steps, (time.time() - began) / args.seconds)) < 1:
        for group in optimizer.param_groups:
            group['lr'] = args.peak * min(1, (step + 1) / 300) * (.5 * (1 + math.cos(math.pi * progress)) * .98 + .02)
        with torch.no_grad():
            x, of = train.draw(args.batch)
        with torch.autocast(args.device, torch.bfloat16):
            y = net(scale(x).contiguous(memory_format=torch.channels_last))
        y = y.float()
        if is_state:
            loss = F.cross_entropy(y, train.states[of], label_smoothing=.02)
        else:
            loss = F.ctc_loss(F.log_softmax(y, -1).transpose(0, 1), labels[of], torch.full((len(of),), STEPS, device=args.device), lengths[of], zero_infinity=True)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 2.)
        optimizer.step()
        step += 1
        with torch.no_grad():
            keep = min(DECAY, (step + 1) / (step + 10))
            for a, b in zip(average.state_dict().values(), net.state_dict().values()):
                a.lerp_(b, 1 - keep) if a.dtype.is_floating_point else a.copy_(b)
        if step % 500 == 0:
            print('step', step, 'loss', round(loss.item(), 4), 'seconds', round(time.time() - began), score(average, scale, valid, is_state, 3)[0], flush=True)
            torch.manual_seed(args.seed * 100003 + step)
            np.random.seed(args.seed * 1009 + step)
        if step % 2000 == 0:
            saved(args, average)
    log['steps'], (log['score'], names) = step, score(average, scale, valid, is_state)
    print(log, flush=True)
    json.dump({**log, 'pairs': names}, open(f'{args.out}/{args.kind}.json', 'w'))
    saved(args, average)
    print('done', args.kind, flush=True)


if __name__ == '__main__':
    main()
