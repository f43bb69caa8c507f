"""What the plate locator's pictures show, planned on the processor: the part of a photograph, what is pasted where, and the maps that the network should return."""
import math, random
import numpy as np
import torch

STRIDE, SLOTS = 8, 4
LEAST = 15  # pixels of width below which a plate is neither right nor wrong
# Rows, columns, pictures in a step, and the share of the steps. The product searches small parts of an image, so the network also sees small pictures.
SHAPES = ((512, 512, 32, .5), (128, 192, 128, .2), (96, 320, 96, .1), (256, 256, 80, .2))
KINDS = ('plate', 'copy', 'sign', 'number', 'patch', 'lamp')
EXTRA = (.2, .14, .18, .26, .13, .09)  # their shares among what is pasted beside the photograph's own plates
WIDTHS = (24, 230)  # of a plate, in pixels of the picture
STRETCHED = .4  # share of the photographs `r*` that are stretched downward, so that their plates look less long
CORNERS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)


def view(r, tilt=.1, persp=.1):
    """Corners of a unit square seen from somewhere: turned, sheared and with perspective."""
    q = CORNERS + r.standard_normal((4, 2)) * [persp * .35, persp * .5]
    x, y = q[:, 0], q[:, 1] * (1 + r.standard_normal() * persp * q[:, 0])
    x = x + r.standard_normal() * .05 * y
    return np.stack([x, y + x * r.standard_normal() * tilt * 2], -1)


def apart(u, v):
    return u[2] < v[0] or u[0] > v[2] or u[3] < v[1] or u[1] > v[3]


class Plans(torch.utils.data.IterableDataset):
    """`sizes`, `boxes`, `unlabeled`: per photograph. `used`: the photographs that may be shown. `counts`: how many plates, signs and numbers there are to paste."""

    def __init__(self, names, sizes, boxes, unlabeled, used, counts, seed, kinds=EXTRA, shapes=SHAPES):
        self.names, self.sizes, self.boxes, self.unlabeled, self.counts, self.seed, self.kinds, self.shapes = names, sizes, boxes, unlabeled, counts, seed, kinds, shapes
        self.used = used
        weight = [2.4 if names[i][0] == 'c' else 1 for i in used]  # there are more streets than cars
        self.sums = np.cumsum(weight) / sum(weight)
        # Real plates that are large and not as long as European ones.
        self.real = [(i, box) for i in used for box in boxes[i] if box[2] - box[0] > 55 and (box[2] - box[0]) / (box[3] - box[1]) < 3]

    def __iter__(self):
        worker = torch.utils.data.get_worker_info()
        seed = self.seed * 1009 + (worker.id if worker else 0)
        self.random, self.r = random.Random(seed), np.random.default_rng(seed)
        while True:
            yield self.batch()

    def batch(self):
        rows, columns, n, _ = self.random.choices(self.shapes, [shape[3] for shape in self.shapes])[0]
        self.rows, self.columns = rows, columns
        photos, windows, jobs, kept, ignored = [], [], [[] for _ in range(SLOTS)], [], []
        for i in range(n):
            photo = self.used[int(np.searchsorted(self.sums, self.random.random()))]
            window = self.window(photo)
            slots, plates, none = self.plan(photo, window)
            for slot, (kind, x, y, wide, tall, source) in enumerate(slots):
                quad = (view(self.r) * [wide, tall] + [x, y]).astype(np.float32)
                jobs[slot].append((i, KINDS.index(kind), quad, wide * 2, *source))
                if kind in ('plate', 'copy'):
                    plates.append(([*quad.min(0), *quad.max(0)], quad))
            photos.append(photo)
            windows.append(window)
            kept.append(plates)
            ignored.append(none)
        return {'size': (rows, columns), 'photo': np.array(photos), 'window': np.array(windows, np.float32), 'balanced': np.array([self.names[i][0] == 'r' for i in photos]),
                'slots': [self.packed(one) for one in jobs if one], 'maps': self.maps(kept, ignored), 'kept': kept, 'ignored': ignored}

    def packed(self, jobs):
        return {'row': np.array([job[0] for job in jobs]), 'kind': np.array([job[1] for job in jobs]), 'quad': np.stack([job[2] for job in jobs]), 'wide': np.array([job[3] for job in jobs]),
                'of': np.array([job[4] for job in jobs]), 'part': np.array([job[5] for job in jobs], np.float32)}

    def window(self, photo):
        """The left, the top and the two scales of the part of the photograph that is shown."""
        r = self.random
        wide, tall = self.sizes[photo]
        box = r.choice(self.boxes[photo])
        widest = min(WIDTHS[1], self.columns * .75, self.rows * 1.4)
        zoom = min(1.6, max(.14, math.exp(r.uniform(math.log(WIDTHS[0]), math.log(widest))) / (box[2] - box[0])))
        down = zoom * (r.uniform(1.2, 1.8) if self.names[photo][0] == 'r' and r.random() < STRETCHED else math.exp(r.gauss(0, .07)))
        reach, high = self.columns / zoom, self.rows / down
        if r.random() < .8:
            x, y = (box[0] + box[2]) / 2 + r.uniform(-.4, .4) * reach, (box[1] + box[3]) / 2 + r.uniform(-.4, .4) * high
        else:
            x, y = r.uniform(0, wide), r.uniform(0, tall)
        inside = lambda start, shown, size: min(max(start, 0), size - shown) if shown < size and r.random() < .85 else start
        return inside(x - reach / 2, reach, wide), inside(y - high / 2, high, tall), zoom, down

    def plan(self, photo, window):
        """What is pasted, the plates of the photograph that stay, and the places that do not count."""
        r = self.random
        left, top, zoom, down = window
        shown = lambda box: [(box[0] - left) * zoom, (box[1] - top) * down, (box[2] - left) * zoom, (box[3] - top) * down]
        seen = lambda boxes: [u for u in map(shown, boxes) if not apart(u, (0, 0, self.columns, self.rows))]
        ignored, slots, kept = seen(self.unlabeled[photo]), [], []
        taken = list(ignored)
        replaced = .35 if self.names[photo][0] == 'c' else .55
        for u in seen(self.boxes[photo]):
            taken.append(u)
            if r.random() < replaced and len(slots) < SLOTS:
                kind = 'copy' if self.real and r.random() < .4 else 'plate'
                source, flat = self.source(kind)
                wide = (u[2] - u[0]) / 2 * r.uniform(.95, 1.15)
                slots.append((kind, (u[0] + u[2]) / 2, (u[1] + u[3]) / 2, wide, max((u[3] - u[1]) / 2 * 1.05, wide * flat), source))
            else:
                kept.append((u, None))
        for _ in range(r.choice([0, 1, 1, 2, 2, 3] if self.rows >= 256 else [0, 0, 1])):
            kind = r.choices(KINDS, self.kinds)[0]
            if kind == 'copy' and not self.real:
                continue
            source, flat = self.source(kind)
            wide = math.exp(r.uniform(math.log(11), math.log(110 if kind in ('plate', 'copy', 'number', 'lamp') else 180)))
            tall = wide * flat
            x, y = r.uniform(wide, max(wide + 1, self.columns - wide)), r.uniform(tall, max(tall + 1, self.rows - tall))
            u = [x - wide, y - tall, x + wide, y + tall]
            if len(slots) < SLOTS and all(apart(u, v) for v in taken):
                taken.append(u)
                slots.append((kind, x, y, wide, tall, source))
        return slots, kept, ignored

    def source(self, kind):
        """(Which one, and which part of a photograph), and the height of what is pasted as a share of its width."""
        r = self.random
        if kind == 'plate':
            return (r.randrange(self.counts['plates']), (0, 0, 0, 0)), r.uniform(.42, .56)
        if kind in ('sign', 'number'):
            return (r.randrange(self.counts[f'{kind}s']), (0, 0, 0, 0)), r.uniform(.2, .9) if kind == 'sign' else r.uniform(.35, .75)
        if kind == 'lamp':
            return (0, (0, 0, 0, 0)), r.uniform(.2, .8)
        if kind == 'copy':
            photo, box = r.choice(self.real)
            return (photo, box), (box[3] - box[1]) / (box[2] - box[0]) * r.uniform(.92, 1.1)
        while True:
            photo = r.choice(self.used)
            wide, tall = self.sizes[photo]
            w = r.uniform(40, 300)
            x, y = r.uniform(0, max(1, wide - w)), r.uniform(0, max(1, tall - w / 2))
            u = [x, y, x + w, y + w / 2]
            if all(apart(u, v) for v in self.boxes[photo] + self.unlabeled[photo]):
                return (photo, u), r.uniform(.2, .9)

    def maps(self, kept, ignored):
        """Heat, values (12 channels), their weights (box, corners), and what counts."""
        n, g, k = len(kept), self.rows // STRIDE, self.columns // STRIDE
        rows, columns = np.mgrid[0:g, 0:k].astype('f') + .5
        heat, values, weights, counts = np.zeros((n, 1, g, k), 'f'), np.zeros((n, 12, g, k), 'f'), np.zeros((n, 2, g, k), 'f'), np.ones((n, 1, g, k), 'f')

        def not_counted(i, box):
            counts[i, 0, max(0, int(box[1] / STRIDE) - 1):max(0, int(box[3] / STRIDE) + 2), max(0, int(box[0] / STRIDE) - 1):max(0, int(box[2] / STRIDE) + 2)] = 0

        for i in range(n):
            for box in ignored[i]:
                not_counted(i, box)
            for box, quad in kept[i]:
                wide, tall = box[2] - box[0], box[3] - box[1]
                cx, cy = (box[0] + box[2]) / 2 / STRIDE, (box[1] + box[3]) / 2 / STRIDE
                if not (0 <= cx < k and 0 <= cy < g) or wide < LEAST or box[0] < -wide * .15 or box[1] < -tall * .2 or box[2] > self.columns + wide * .15 or box[3] > self.rows + tall * .2:
                    not_counted(i, box)
                    continue
                sx, sy = max(.7, wide / STRIDE * .16), max(.6, tall / STRIDE * .18)
                heat[i, 0] = np.maximum(heat[i, 0], np.exp(-(columns - cx) ** 2 / (2 * sx * sx) - (rows - cy) ** 2 / (2 * sy * sy)))
                heat[i, 0, int(cy), int(cx)] = counts[i, 0, int(cy), int(cx)] = 1
                corners = None if quad is None else ((quad / STRIDE - [cx, cy]) / [wide / STRIDE / 2, tall / STRIDE / 2]).ravel()
                for y in range(max(0, int(cy) - 1), min(g, int(cy) + 2)):
                    for x in range(max(0, int(cx) - 1), min(k, int(cx) + 2)):
                        values[i, :4, y, x] = cx - x - .5, cy - y - .5, math.log(wide / STRIDE), math.log(tall / STRIDE)
                        weights[i, 0, y, x] = 1 if (x, y) == (int(cx), int(cy)) else .4
                        if corners is not None:
                            values[i, 4:, y, x] = corners
                            weights[i, 1, y, x] = weights[i, 0, y, x]
        return tuple(torch.from_numpy(one) for one in (heat, values, weights, counts))
