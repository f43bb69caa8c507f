"""Trains the plate locator: python3 train_plate_locator.py PLATES PHOTOS BOXES OUT. Writes the weights at several shares of the training with their score on photographs that were held out, because more training is not always better on photographs."""
import argparse, copy, json, math, random, time
import numpy as np
import torch
import torch.nn as nn
from plate_data import Photos, load_plates, load_signs
from plate_nets import Locator, centered, exported, located
from plate_plans import Plans
from plate_scenes import Scenes

PEAK, DECAY, CELL = 2e-3, .998, 8
SAVES = 10
FALSE = .3  # other boxes per picture at which the held-out plates are counted
LONG = {'c': (288, 416, 576), 'r': (1024,)}  # sizes of the held-out photographs


def loss_of(y, heat, values, weights, counts):
    p = y[:, :1].sigmoid().clamp(1e-5, 1 - 1e-5)
    center = (heat > .999).float()
    found = -(center * (1 - p) ** 2 * p.log() + (1 - center) * (1 - heat) ** 4 * p ** 2 * (1 - p).log()) * counts
    box = ((y[:, 1:5] - values[:, :4]).abs() * weights[:, :1]).sum() / weights[:, :1].sum().clamp(min=1)
    corners = ((y[:, 5:] - values[:, 4:]).abs() * weights[:, 1:]).sum() / weights[:, 1:].sum().clamp(min=1)
    return found.sum() / center.sum().clamp(min=1) + 1.2 * box + .6 * corners, (box.detach(), corners.detach())


def boxes_in(y, threshold):
    """(score, box, corners) in pixels of the picture, the best first, for rows×columns×13."""
    score = y[..., 0]
    padded = np.pad(score, 1)
    near = np.max([padded[i:i + score.shape[0], j:j + score.shape[1]] for i in range(3) for j in range(3)], 0)
    found = []
    for i, j in np.argwhere((score >= threshold) & (score >= near)):
        v = y[i, j]
        center, size = np.array([j + .5 + v[1], i + .5 + v[2]]) * CELL, CELL * np.exp(v[3:5])
        corners = center + v[5:].reshape(4, 2) * size / 2
        found.append((float(v[0]), np.concatenate([corners.min(0), corners.max(0)]), corners))
    kept = []
    for one in sorted(found, key=lambda one: -one[0]):
        if all(overlap(one[1], other[1]) < .3 for other in kept):
            kept.append(one)
    return kept


def overlap(a, b):
    w, h = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    return 0. if w <= 0 or h <= 0 else w * h / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - w * h)


def judged(maps, truths, ignored):
    """Per picture the boxes with whether they are right (which plate) or wrong (None)."""
    pictures = []
    for y, truth, none in zip(maps, truths, ignored):
        rows = []
        for score, box, _ in boxes_in(y, .1):
            of = max(range(len(truth)), key=lambda k: overlap(box, truth[k]), default=None)
            if of is not None and overlap(box, truth[of]) >= .3:
                rows.append((score, of))
            elif all(overlap(box, one) < .1 for one in none):
                rows.append((score, None))
        pictures.append(rows)
    return pictures


def summary(pictures, total):
    """The share of the plates found where there are FALSE other boxes per picture, the threshold for that, how often the best box is right, and found and others at some thresholds."""
    false = sorted((score for rows in pictures for score, of in rows if of is None), reverse=True)
    allowed = int(FALSE * len(pictures))
    threshold = false[allowed] + 1e-6 if len(false) > allowed else .1
    found = lambda least: sum(len({of for score, of in rows if score >= least and of is not None}) for rows in pictures)
    best = sum(bool(rows) and max(rows, key=lambda one: one[0])[1] is not None for rows in pictures)
    return {'found': round(found(threshold) / total, 4), 'threshold': round(float(threshold), 3), 'best': round(best / len(pictures), 4),
            **{str(least): f'{found(least)}/{total} +{sum(score >= least for score in false) / len(pictures):.2f}' for least in (.2, .3, .4, .5)}}


class HeldOut:
    """The photographs that are held out, in the sizes at which their plates are as wide as plates usually are; and planned pictures of them with numbers, signs and lamps pasted."""

    def __init__(self, photos, scenes, plans):
        self.pictures = {kind: [] for kind in LONG}
        for i in photos.held:
            wide, tall = (int(v) for v in photos.sizes[i].tolist())
            for long in LONG[photos.names[i][0]]:
                scale = min(1, long / max(wide, tall))
                rows, columns = round(tall * scale), round(wide * scale)
                x = torch.full((1, 3, -(-rows // 32) * 32, -(-columns // 32) * 32), .5, device=photos.pixels.device)
                whole = photos.pixels[i:i + 1, :, :tall, :wide].float() / 255
                x[:, :, :rows, :columns] = nn.functional.interpolate(whole, size=(rows, columns), mode='bilinear', antialias=True, align_corners=False)
                scaled = lambda boxes: [[v * scale for v in box] for box in boxes]
                self.pictures[photos.names[i][0]].append((x, scaled(photos.boxes[i]), scaled(photos.unlabeled[i])))
        self.pictures['pasted'] = []
        iterator = iter(plans)
        for _ in range(6):
            plan = next(iterator)
            x = scenes.draw(plan)[0]
            self.pictures['pasted'] += [(x[i:i + 1], [box for box, _ in plan['kept'][i]], plan['ignored'][i]) for i in range(len(x))]

    @torch.no_grad()
    def score(self, net):
        net.eval()
        result = {}
        for kind, pictures in self.pictures.items():
            maps = [located(net(centered(x)).float())[0].permute(1, 2, 0).cpu().numpy() for x, _, _ in pictures]
            result[kind] = summary(judged(maps, [truth for _, truth, _ in pictures], [none for _, _, none in pictures]), sum(len(truth) for _, truth, _ in pictures))
        net.train()
        return {'score': round(sum(one['found'] for one in result.values()) / len(result), 4), **result}


def as_is(plan):
    return plan


def main():
    args = argparse.ArgumentParser()
    for name in ('plates', 'photos', 'boxes', 'out'):
        args.add_argument(name)
    args.add_argument('--steps', type=int, default=100000)
    args.add_argument('--seconds', type=float, default=1e9)
    args.add_argument('--seed', type=int, default=1)
    args.add_argument('--chunks', type=int, default=16)
    args.add_argument('--device', default='cuda')
    args.add_argument('--workers', type=int, default=5)
    args.add_argument('--part', type=float, default=1., help='share of the pictures of a step, for tests on a processor')
    args = args.parse_args()
    torch.manual_seed(args.seed)
    random.seed(args.seed)
    np.random.seed(args.seed)
    plates, _, _, radii = load_plates(args.plates, 0, args.chunks, args.device)
    signs, numbers = (load_signs(args.plates, kind, args.device) for kind in ('sign', 'number'))
    photos = Photos(args.photos, args.boxes, args.device)
    scenes = Scenes(plates, radii, signs, numbers, photos.pixels, photos.sizes)
    counts = {'plates': len(plates), 'signs': len(signs), 'numbers': len(numbers)}
    planned = lambda used, seed, **more: Plans(photos.names, photos.sizes.tolist(), photos.boxes, photos.unlabeled, used, counts, seed, **more)
    held = HeldOut(photos, scenes, planned(photos.held, 77, shapes=((512, 512, max(1, int(32 * args.part)), 1),)))
    train = planned(photos.used, args.seed)
    train.shapes = tuple((rows, columns, max(1, int(n * args.part)), share) for rows, columns, n, share in train.shapes)
    plans = iter(torch.utils.data.DataLoader(train, batch_size=None, collate_fn=as_is, num_workers=args.workers, prefetch_factor=4 if args.workers else None))
    net = Locator().to(args.device, memory_format=torch.channels_last)
    average = copy.deepcopy(net)
    print('locator, weights', sum(p.numel() for p in net.parameters()), 'photographs', len(photos.used), 'held out', len(photos.held), 'real plates to copy', len(train.real), counts, flush=True)
    optimizer = torch.optim.AdamW(net.parameters(), lr=PEAK, weight_decay=.03)
    began, step, saved, log = time.time(), 0, 0, []
    while (progress := max(step / args.steps, (time.time() - began) / args.seconds)) < 1:
        for group in optimizer.param_groups:
            group['lr'] = PEAK * min(1, (step + 1) / 200) * (.5 * (1 + math.cos(math.pi * progress)) * .97 + .03)
        with torch.no_grad():
            x, *truth = scenes.draw(next(plans))
            if step < 4:
                np.save(f'{args.out}/locator-examples-{step}.npy', (x[:8] * 255).byte().cpu().numpy())
        with torch.autocast(args.device, torch.bfloat16):
            y = net(centered(x).contiguous(memory_format=torch.channels_last))
        loss, parts = loss_of(y.float(), *truth)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 3.)
        optimizer.step()
        step += 1
        with torch.no_grad():
            keep = min(DECAY, (step + 1) / (step + 10))
            for a, b in zip(average.state_dict().values(), net.state_dict().values()):
                a.lerp_(b, 1 - keep) if a.dtype.is_floating_point else a.copy_(b)
        if step % 250 == 0:
            print('step', step, 'loss', round(loss.item(), 4), 'box, corners', [round(v.item(), 3) for v in parts], 'seconds', round(time.time() - began), flush=True)
        if progress > (saved + 1) / SAVES:
            saved += 1
            log.append({'step': step, 'share': round(progress, 3), **held.score(average)})
            print(json.dumps(log[-1]), flush=True)
            exported('plate-locator', copy.deepcopy(average).to(memory_format=torch.contiguous_format), f'{args.out}/plate-locator-{saved}.onnx')
            json.dump(log, open(f'{args.out}/plate-locator.json', 'w'))
    log.append({'step': step, 'share': 1, **held.score(average)})
    exported('plate-locator', average.to(memory_format=torch.contiguous_format), f'{args.out}/plate-locator-{SAVES}.onnx')
    json.dump(log, open(f'{args.out}/plate-locator.json', 'w'))
    print(json.dumps(log[-1]), '\ndone locator, best', max(range(len(log)), key=lambda i: log[i]['score']) + 1, flush=True)


if __name__ == '__main__':
    main()
