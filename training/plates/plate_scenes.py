"""Pictures for the plate locator, on the GPU: parts of photographs with their own plates, with generated plates in their place or elsewhere, and with things that are no plates
but are pasted the same way (signs, lettering, parts of other photographs), so that the network cannot tell a plate by how it was pasted."""
import math, random
import numpy as np
import torch
import torch.nn.functional as F
from camera import blurred, compressed, exposed, noisy, sharpened
from plate_data import CORNERS, PHOTO, homography, lit, mapped, plate_alpha, rand, unit_grid, views

SIDE, STRIDE, SLOTS = 512, 8, 4
LEAST = 15  # pixels of width below which a plate is neither right nor wrong
EXTRA = (('plate', .3), ('sign', .32), ('patch', .24), ('copy', .14))


class Scenes:
    def __init__(self, plates, radii, signs, photos, sizes, boxes):
        self.plates, self.radii, self.signs, self.photos, self.sizes, self.boxes = plates, radii, signs, photos, sizes, boxes
        self.device = photos.device
        self.wide_sizes = sizes.tolist()
        # Real plates that are large and not as long as European ones.
        self.real = [(i, box) for i, all_of in enumerate(boxes) for box in all_of if box[2] - box[0] > 55 and (box[2] - box[0]) / (box[3] - box[1]) < 3]
        self.whole = [i for i, all_of in enumerate(boxes) if all_of]

    def draw(self, n):
        """N×3×512×512 in 0..1, and the maps: heat, values (12 channels), their weights (box, corners), and what counts."""
        at = [random.choice(self.whole) for _ in range(n)]
        windows, slots, kept = [], [[] for _ in range(n)], [[] for _ in range(n)]
        for i, photo in enumerate(at):
            windows.append(self.window(photo))
            self.plan(i, photo, windows[i], slots[i], kept[i])
        image = self.background(at, windows)
        for slot in range(SLOTS):
            jobs = [(i, slots[i][slot]) for i in range(n) if len(slots[i]) > slot]
            if jobs:
                image = self.pasted(image, jobs, kept)
        return self.photographed(image), *self.maps(kept)

    def window(self, photo):
        """The left, top and scale of the part of the photograph that is shown."""
        wide, tall = self.wide_sizes[photo]
        zoom = math.exp(random.uniform(math.log(.4), math.log(1.5)))
        reach = SIDE / zoom
        if random.random() < .75:
            box = random.choice(self.boxes[photo])
            x, y = (box[0] + box[2]) / 2 + random.uniform(-.42, .42) * reach, (box[1] + box[3]) / 2 + random.uniform(-.42, .42) * reach
        else:
            x, y = random.uniform(0, wide), random.uniform(0, tall)
        inside = lambda start, size: min(max(start, 0), size - reach) if reach < size and random.random() < .85 else start
        return inside(x - reach / 2, wide), inside(y - reach / 2, tall), zoom

    def plan(self, i, photo, window, slots, kept):
        left, top, zoom = window
        taken = []
        for box in self.boxes[photo]:
            u = [(box[0] - left) * zoom, (box[1] - top) * zoom, (box[2] - left) * zoom, (box[3] - top) * zoom]
            if u[2] < 0 or u[3] < 0 or u[0] > SIDE or u[1] > SIDE:
                continue
            taken.append(u)
            if random.random() < .55 and len(slots) < SLOTS:
                wide = (u[2] - u[0]) / 2 * random.uniform(.95, 1.15)
                slots.append(('plate', (u[0] + u[2]) / 2, (u[1] + u[3]) / 2, wide, max((u[3] - u[1]) / 2 * 1.05, wide * random.uniform(.44, .54))))
            else:
                kept.append((u, None))
        for _ in range(random.choice([0, 1, 1, 2, 2, 3])):
            kind = random.choices([one for one, _ in EXTRA], [share for _, share in EXTRA])[0]
            wide = math.exp(random.uniform(math.log(10), math.log(180 if kind in ('sign', 'patch') else 95)))
            tall = wide * (random.uniform(.42, .56) if kind in ('plate', 'copy') else random.uniform(.2, .9))
            x, y = random.uniform(wide, max(wide + 1, SIDE - wide)), random.uniform(tall, max(tall + 1, SIDE - tall))
            u = [x - wide, y - tall, x + wide, y + tall]
            if len(slots) < SLOTS and all(u[2] < v[0] or u[0] > v[2] or u[3] < v[1] or u[1] > v[3] for v in taken):
                taken.append(u)
                slots.append((kind, x, y, wide, tall))

    def background(self, at, windows):
        photo = torch.tensor(at, device=self.device)
        window = torch.tensor(windows, device=self.device)
        steps = torch.arange(SIDE, device=self.device) + .5
        gx = (window[:, :1] + steps / window[:, 2:]) / PHOTO[1] * 2 - 1
        gy = (window[:, 1:2] + steps / window[:, 2:]) / PHOTO[0] * 2 - 1
        gx, gy = gx[:, None].expand(-1, SIDE, -1), gy[:, :, None].expand(-1, -1, SIDE)
        image = F.grid_sample(self.photos[photo].float() / 255, torch.stack([gx, gy], -1), align_corners=False)
        size = self.sizes[photo]
        inside = (gx > -1) & (gy > -1) & (gx < (size[:, 0] / PHOTO[1] * 2 - 1)[:, None, None]) & (gy < (size[:, 1] / PHOTO[0] * 2 - 1)[:, None, None])
        return torch.where(inside[:, None], image, torch.full_like(image, .5))

    def source(self, kinds):
        """N×4×128×256: what is pasted, with its opacity."""
        n = len(kinds)
        of = torch.randint(0, len(self.plates), (n,), device=self.device)
        picture = torch.cat([self.plates[of].float() / 255, plate_alpha(self.radii[of])], 1)
        signs = [i for i, kind in enumerate(kinds) if kind == 'sign']
        if signs:
            picture[signs] = self.signs[torch.randint(0, len(self.signs), (len(signs),), device=self.device)].float() / 255
        parts = [i for i, kind in enumerate(kinds) if kind in ('patch', 'copy')]
        if parts:
            regions = [self.region(kinds[i]) for i in parts]
            photo, box = torch.tensor([one[0] for one in regions], device=self.device), torch.tensor([one[1] for one in regions], device=self.device)
            px = (box[:, :1] + torch.arange(256, device=self.device) / 256 * (box[:, 2:3] - box[:, :1])).clamp(0, PHOTO[1] - 1).long()
            py = (box[:, 1:2] + torch.arange(128, device=self.device) / 128 * (box[:, 3:] - box[:, 1:2])).clamp(0, PHOTO[0] - 1).long()
            picture[parts, :3] = self.photos[photo[:, None, None], :, py[:, :, None], px[:, None, :]].permute(0, 3, 1, 2).float() / 255
        return picture

    def region(self, kind):
        """A real plate of another photograph, or a part of a photograph without plates."""
        if kind == 'copy':
            return random.choice(self.real)
        while True:
            photo = random.randrange(len(self.boxes))
            wide, tall = self.wide_sizes[photo]
            w = random.uniform(40, 300)
            x, y = random.uniform(0, max(1, wide - w)), random.uniform(0, max(1, tall - w / 2))
            u = [x, y, x + w, y + w / 2]
            if all(u[2] < v[0] or u[0] > v[2] or u[3] < v[1] or u[1] > v[3] for v in self.boxes[photo]):
                return photo, u

    def pasted(self, image, jobs, kept):
        n, device = len(jobs), self.device
        rows = torch.tensor([i for i, _ in jobs], device=device)
        kinds = [job[0] for _, job in jobs]
        place = torch.tensor([job[1:] for _, job in jobs], device=device)
        quad = views(n, device) * place[:, None, 2:] + place[:, None, :2]
        unit = torch.tensor(CORNERS, device=device).expand(n, 4, 2)
        part = image[rows]
        spot = torch.stack([part[k, :, max(0, int(y)):int(y) + 2, max(0, int(x)):int(x) + 2].mean((1, 2)) if 0 <= x < SIDE and 0 <= y < SIDE else part[k].mean((1, 2)) for k, (x, y) in enumerate(place[:, :2].tolist())])
        picture = self.source(kinds)
        picture = torch.cat([lit(picture[:, :3], spot), picture[:, 3:]], 1)
        x, y = unit_grid(SIDE, SIDE, device)
        to = mapped(homography(unit, quad / SIDE * 2 - 1), x, y)
        shown, wide = None, place[:, 2] * 2
        for columns in (256, 128, 64, 32):  # the copy that is about as wide as the place
            small = picture if columns == 256 else F.interpolate(picture, size=(columns // 2, columns), mode='area')
            sample = F.grid_sample(small, to, align_corners=False)
            shown = sample if shown is None else torch.where((wide < columns * .75)[:, None, None, None], sample, shown)
        one = lambda share: (torch.rand(n, device=device) < share)[:, None, None, None]
        alpha = shown[:, 3:]
        alpha = torch.where(one(.4), F.avg_pool2d(alpha, 3, 1, 1), alpha) * torch.where(one(.1), rand(n, device, .7, 1)[:, None, None, None], torch.ones(1, device=device))
        recess = F.max_pool2d(alpha, 9, 1, 4) if random.random() < .5 else F.avg_pool2d(alpha, 15, 1, 7)
        part = part * (1 - recess * rand(n, device, -.25, .75)[:, None, None, None] * one(.45))
        image[rows] = part * (1 - alpha) + shown[:, :3] * alpha
        for (i, job), corners in zip(jobs, quad.tolist()):
            if job[0] in ('plate', 'copy'):
                xs, ys = [c[0] for c in corners], [c[1] for c in corners]
                kept[i].append(([min(xs), min(ys), max(xs), max(ys)], corners))
        return image

    def photographed(self, image):
        hard = torch.rand(len(image), 1, 1, 1, device=self.device) < .4
        image = blurred(torch.where(hard, exposed(image), image.clamp(0, 1)), longest=4., softest=.8)
        image = sharpened(image + torch.where(hard, .6, .2) * (noisy(image) - image)).clamp(0, 1)
        image = torch.where(torch.rand(len(image), 1, 1, 1, device=self.device) < .8, compressed(image), image)
        gray = torch.rand(len(image), 1, 1, 1, device=self.device) < .1
        return torch.where(gray, image.mean(1, keepdim=True), image).clamp(0, 1)

    def maps(self, kept):
        n, g = len(kept), SIDE // STRIDE
        rows, columns = np.mgrid[0:g, 0:g] + .5
        heat, values, weights, counts = np.zeros((n, 1, g, g), 'f'), np.zeros((n, 12, g, g), 'f'), np.zeros((n, 2, g, g), 'f'), np.ones((n, 1, g, g), 'f')
        for i in range(n):
            for box, corners in kept[i]:
                wide, tall = box[2] - box[0], box[3] - box[1]
                cx, cy = (box[0] + box[2]) / 2 / STRIDE, (box[1] + box[3]) / 2 / STRIDE
                if not (0 <= cx < g and 0 <= cy < g) or wide < LEAST or min(box[0], box[1]) < -wide * .2 or max(box[2], box[3]) > SIDE + wide * .2:
                    counts[i, 0, max(0, int(box[1] / STRIDE) - 1):max(0, int(box[3] / STRIDE) + 2), max(0, int(box[0] / STRIDE) - 1):max(0, int(box[2] / STRIDE) + 2)] = 0
                    continue
                sx, sy = max(.7, wide / STRIDE * .16), max(.6, tall / STRIDE * .18)
                heat[i, 0] = np.maximum(heat[i, 0], np.exp(-(columns - cx) ** 2 / (2 * sx * sx) - (rows - cy) ** 2 / (2 * sy * sy)))
                heat[i, 0, int(cy), int(cx)] = 1
                for y in range(max(0, int(cy) - 1), min(g, int(cy) + 2)):
                    for x in range(max(0, int(cx) - 1), min(g, int(cx) + 2)):
                        values[i, :4, y, x] = cx - x - .5, cy - y - .5, math.log(wide / STRIDE), math.log(tall / STRIDE)
                        weights[i, 0, y, x] = 1 if (x, y) == (int(cx), int(cy)) else .4
                        if corners:
                            values[i, 4:, y, x] = [v for c in corners for v in ((c[0] / STRIDE - cx) / (wide / STRIDE / 2), (c[1] / STRIDE - cy) / (tall / STRIDE / 2))]
                            weights[i, 1, y, x] = weights[i, 0, y, x]
        return tuple(torch.from_numpy(one).to(self.device) for one in (heat, values, weights, counts))
