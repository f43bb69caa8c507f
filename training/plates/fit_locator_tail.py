"""Fits the layers at the end of a trained plate locator (two blocks and the output, 25,000 weights) to photographs with corrected boxes, on one core and without torch:
python3 fit_locator_tail.py LOCATOR.onnx PLATES PHOTOS BOXES OUT.onnx. Everything before these layers stays as it is."""
import argparse, glob
import cv2
import numpy as np
from locator_maps import ENTRY, LONG, Entry, Pictures, load_photos
from locator_tail import Tail, boxes_in, overlap
from onnx_weights import with_weights

HELD = 4  # every fourth group of the photographs `c*` is held out, unless all are used
REACH = 2  # cells around a cell that decide about it
CENTERS, OTHERS = 64, 448  # cells in a step
STEPS, PEAK, STAY = 1000, 5e-4, 1e-3
LEAST = 15  # pixels of width below which a plate is neither right nor wrong


def split(photos):
    """Names of one photograph per group: for fitting and held out (of `c*` only)."""
    first = {}
    for name in sorted(photos):
        first.setdefault(photos[name][2], name)
    names = sorted(first.values())
    held = [name for i, name in enumerate(sorted(name for name in names if name[0] == 'c')) if i % HELD == 0]
    return [name for name in names if name not in held], held


def collect(model, photos, names, plates, signs, seed, streets=120):
    """Maps before the last layers, as 16-bit floats, with the plates of each."""
    entry, pictures = Entry(model), Pictures({name: photos[name] for name in names}, plates, signs, seed)
    found = []
    add = lambda image, truth, clean: found.append((entry(image).astype(np.float16), truth, clean))
    for name in [name for name in names if name[0] == 'c']:
        for long in (320, 448, 640):
            add(*pictures.real(name, long), True)
        for _ in range(4):
            add(*pictures.pasted(name, int(np.exp(pictures.r.uniform(np.log(320), np.log(832))))), True)
    streets = [name for name in names if name[0] == 'r'][::max(1, sum(name[0] == 'r' for name in names) // streets)]
    for name in streets:  # not every plate of these has a box
        add(*pictures.real(name, int(pictures.r.uniform(576, LONG))), False)
        add(*pictures.pasted(name, int(pictures.r.uniform(576, LONG))), False)
    return found


def held_maps(model, photos, names):
    entry, pictures = Entry(model), Pictures(photos, [], [], 0)
    return [(entry(image), truth) for name in names for long in (384, 576) for image, truth in [pictures.real(name, long)]]


class Cells:
    """All cells of the maps that count, the target of their center (0 to 1), and how often each is drawn. 5×5 cells decide about the one in the middle."""

    def __init__(self, maps, tail):
        self.maps, self.known = [one[0] for one in maps], {}
        at, heat, drawn = [], [], []
        for index, (values, truth, clean) in enumerate(maps):
            target, counts = self.targets(index, *values.shape[:2], truth)
            score = tail.dense(values.astype(np.float32))[..., 0]
            counts &= (target > .05) | clean | (score < .3)  # a plate without a box must not count as wrong
            at.append(np.column_stack([np.full(counts.sum(), index), np.argwhere(counts)]).astype(np.int32))
            heat.append(target[counts])
            drawn.append(score[counts])
        self.at, self.heat = np.concatenate(at), np.concatenate(heat)
        self.centers, self.others = np.flatnonzero(self.heat > .999), np.flatnonzero(self.heat <= .999)
        # Cells that look like plates are drawn more often and count less each, so that the sum over all cells is what is fitted.
        share = (np.concatenate(drawn)[self.others] ** 2 + 2e-4) * (1 - self.heat[self.others]) ** 2 + 1e-5
        self.share = share / share.sum()
        self.steps = np.cumsum(self.share)

    def targets(self, index, rows, columns, truth):
        heat, counts = np.zeros((rows, columns), np.float32), np.zeros((rows, columns), bool)
        counts[REACH:-REACH, REACH:-REACH] = True
        y, x = np.mgrid[0:rows, 0:columns]
        for box, quad in truth:
            w, h, cx, cy = (box[2] - box[0]) / 8, (box[3] - box[1]) / 8, (box[0] + box[2]) / 16, (box[1] + box[3]) / 16
            if w * 8 < LEAST:
                counts &= (abs(x + .5 - cx) >= w / 2 + 1) | (abs(y + .5 - cy) >= h / 2 + 1)
                continue
            heat = np.maximum(heat, np.exp(-(x + .5 - cx) ** 2 / (2 * max(.7, w * .18) ** 2) - (y + .5 - cy) ** 2 / (2 * max(.6, h * .22) ** 2)))
            i, j = int(cy), int(cx)
            if 0 <= i < rows and 0 <= j < columns:
                heat[i, j] = 1
                corners = np.zeros(8) if quad is None else ((quad / 8 - [cx, cy]) / [w / 2, h / 2]).ravel()
                self.known[index, i, j] = np.array([cx - j - .5, cy - i - .5, np.log(w), np.log(h), *corners, 1, quad is not None], np.float32)
        return heat, counts

    def draw(self, r):
        """Surroundings N×5×5×48 of CENTERS centers and OTHERS other cells; box, corners and whether they are known, for the centers; target and weight, for the others."""
        centers = r.choice(self.centers, CENTERS)
        others = np.minimum(np.searchsorted(self.steps, r.random(OTHERS)), len(self.others) - 1)
        x = np.stack([self.maps[m][i - REACH:i + REACH + 1, j - REACH:j + REACH + 1] for m, i, j in self.at[np.concatenate([centers, self.others[others]])]])
        known = np.stack([self.known.get(tuple(self.at[one].tolist()), np.zeros(14, np.float32)) for one in centers])
        return x.astype(np.float32), known, self.heat[self.others[others]], 1 / (self.share[others] * OTHERS * len(self.centers))


def gradient_of(y, known, heat, weight):
    """Of the focal loss of the centers and of the distances of box and corners, for raw outputs N×13."""
    p = np.clip(1 / (1 + np.exp(-y[:, 0])), 1e-5, 1 - 1e-5)
    out, (yes, no) = np.zeros_like(y), (p[:CENTERS], p[CENTERS:])
    out[:CENTERS, 0] = (2 * (1 - yes) ** 2 * yes * np.log(yes) - (1 - yes) ** 3) / CENTERS
    out[CENTERS:, 0] = (1 - heat) ** 4 * (no ** 3 - 2 * no ** 2 * (1 - no) * np.log(1 - no)) * weight
    away = np.sign(y[:CENTERS, 1:] - known[:, :12])
    out[:CENTERS, 1:5] = 1.2 / 4 * away[:, :4] * known[:, 12:13] / CENTERS
    out[:CENTERS, 5:] = .6 / 8 * away[:, 4:] * known[:, 13:] / max(1, known[:, 13].sum())
    return out


def fit(tail, cells, r, steps, report):
    """Adam with a cosine schedule; the weights are drawn back to where they started. Returns the mean of the last weights (EMA)."""
    start, mean = tail.copied(), tail.copied()
    first, second = ([np.zeros_like(one) for one in tail.weights] for _ in range(2))
    for step in range(steps):
        x, *truth = cells.draw(r)
        y, kept = tail.forward(x)
        rate = PEAK * min(1, (step + 1) / 60) * (.5 + .5 * np.cos(np.pi * step / steps))
        for k, one in enumerate(tail.backward(kept, gradient_of(y, *truth))):
            one = np.clip(one, -1, 1) + STAY * (tail.weights[k] - start.weights[k])
            first[k] = .9 * first[k] + .1 * one
            second[k] = .99 * second[k] + .01 * one ** 2
            tail.weights[k] -= (rate * (first[k] / (1 - .9 ** (step + 1))) / (np.sqrt(second[k] / (1 - .99 ** (step + 1))) + 1e-8)).astype(np.float32)
        keep = min(.99, (step + 1) / (step + 10))
        for a, b in zip(mean.weights, tail.weights):
            a += (1 - keep) * (b - a)
        if (step + 1) % 250 == 0:
            report(step + 1, mean)
    return mean


def measured(tail, maps, thresholds=(.2, .3, .4, .5)):
    """At each threshold: plates found and other boxes per picture; and how often the best box is a plate."""
    rows, best = {one: [0, 0] for one in thresholds}, 0
    total = sum(len(truth) for _, truth in maps)
    for values, truth in maps:
        found = boxes_in(tail.dense(values.astype(np.float32)), min(thresholds))
        right = [max([overlap(box, one) for one, _ in truth], default=0) >= .3 for _, box, _ in found]
        best += bool(right and right[0])
        for threshold in thresholds:
            shown = [box for score, box, _ in found if score >= threshold]
            rows[threshold][0] += sum(any(overlap(box, one) >= .3 for box in shown) for one, _ in truth)
            rows[threshold][1] += sum(all(overlap(box, one) < .3 for one, _ in truth) for box in shown)
    return {'best': f'{best}/{len(maps)}', **{threshold: f'{hits}/{total} +{false / len(maps):.2f}' for threshold, (hits, false) in rows.items()}}


def main():
    args = argparse.ArgumentParser()
    for name in ('locator', 'plates', 'photos', 'boxes', 'out'):
        args.add_argument(name)
    args.add_argument('--seed', type=int, default=1)
    args.add_argument('--steps', type=int, default=STEPS)
    args.add_argument('--all', action='store_true', help='hold nothing out; the figures that are printed then mean nothing')
    args = args.parse_args()
    cv2.setNumThreads(1)
    model = open(args.locator, 'rb').read()
    photos = load_photos(args.photos, args.boxes)
    plates = np.concatenate([np.load(path) for path in sorted(glob.glob(f'{args.plates}/plate0*.npy'))[:2]])
    signs = np.load(sorted(glob.glob(f'{args.plates}/sign*.npy'))[0])
    names, held = split(photos)
    maps = collect(model, photos, sorted(names + held) if args.all else names, plates, signs, args.seed)
    held = held_maps(model, photos, held)
    tail, r = Tail.of(model, ENTRY), np.random.default_rng(args.seed)
    cells = Cells(maps, tail)
    print('pictures', len(maps), 'cells', len(cells.at), 'plates', len(cells.centers), 'before', measured(tail, held), flush=True)
    mean = fit(tail, cells, r, args.steps, lambda step, mean: print(step, measured(mean, held), flush=True))
    open(args.out, 'wb').write(with_weights(model, mean.named()))


if __name__ == '__main__':
    main()
