"""Pictures for the plate locator, drawn on the GPU as planned: parts of photographs with their own plates, with generated or real plates in their place or elsewhere, and with things that are no plates
but are pasted the same way (signs, unit numbers, dates, stickers, lamps, parts of other photographs), so that the network cannot tell a plate by how it was pasted."""
import random
import torch
import torch.nn.functional as F
from camera import blurred, compressed, exposed, noisy, sharpened
from plate_data import CORNERS, PHOTO, homography, lit, mapped, plate_alpha, rand, unit_grid
from plate_plans import KINDS

REDUCED = (.6, .3)  # scales below which a photograph's half and its quarter are shown
PLATE, COPY, SIGN, NUMBER, PATCH, LAMP = range(len(KINDS))


class Scenes:
    def __init__(self, plates, radii, signs, numbers, photos, sizes):
        self.plates, self.radii, self.signs, self.numbers, self.sizes = plates, radii, signs, numbers, sizes
        self.levels = [photos, halved(photos), halved(halved(photos))]
        self.device = photos.device

    def draw(self, plan):
        """N×3×rows×columns in 0..1, and the maps."""
        to = lambda array: torch.from_numpy(array).to(self.device, non_blocking=True)
        image = self.background(to(plan['photo']), plan['window'], plan['size'], to(plan['balanced']))
        for slot in plan['slots']:
            image = self.pasted(image, slot, {key: to(value) for key, value in slot.items()})
        return self.photographed(image), *(one.to(self.device, non_blocking=True) for one in plan['maps'])

    def background(self, photo, windows, size, is_street):
        rows, columns = size
        window = torch.from_numpy(windows).to(self.device)
        gx = (window[:, :1] + (torch.arange(columns, device=self.device) + .5) / window[:, 2:3]) / PHOTO[1] * 2 - 1
        gy = (window[:, 1:2] + (torch.arange(rows, device=self.device) + .5) / window[:, 3:]) / PHOTO[0] * 2 - 1
        gx, gy = gx[:, None].expand(-1, rows, -1), gy[:, :, None].expand(-1, -1, columns)
        grid = torch.stack([gx, gy], -1)
        image = torch.empty(len(windows), 3, rows, columns, device=self.device)
        level = (windows[:, 2] < REDUCED[0]).astype(int) + (windows[:, 2] < REDUCED[1])
        for k in range(3):
            at = torch.from_numpy((level == k).nonzero()[0]).to(self.device)
            if len(at):
                image[at] = F.grid_sample(self.levels[k][photo[at]].float() / 255, grid[at], align_corners=False)
        size = self.sizes[photo]
        inside = (gx > -1) & (gy > -1) & (gx < (size[:, 0] / PHOTO[1] * 2 - 1)[:, None, None]) & (gy < (size[:, 1] / PHOTO[0] * 2 - 1)[:, None, None])
        # The streets are purple. Most are shown as gray on the whole.
        tone = image.mean((2, 3), keepdim=True).clamp(min=.02)
        gray = (image * (tone.mean(1, keepdim=True) / tone).clamp(.4, 2.5)).clamp(0, 1)
        image = torch.where((is_street & (rand(len(image), self.device) < .7))[:, None, None, None], gray, image)
        return torch.where(inside[:, None], image, torch.full_like(image, .5))

    def source(self, slot):
        """N×4×128×256: what is pasted, with its opacity."""
        kind, of, n = slot['kind'], slot['of'], len(slot['of'])
        picture = torch.zeros(n, 4, 128, 256, device=self.device)
        if len(at := (kind == PLATE).nonzero()[:, 0]):
            picture[at] = torch.cat([self.plates[of[at]].float() / 255, plate_alpha(self.radii[of[at]])], 1)
        for which, signs in ((SIGN, self.signs), (NUMBER, self.numbers)):
            if len(at := (kind == which).nonzero()[:, 0]):
                picture[at] = signs[of[at]].float() / 255
        if len(at := ((kind == COPY) | (kind == PATCH)).nonzero()[:, 0]):
            box = slot['part'][at]
            px = (box[:, :1] + torch.arange(256, device=self.device) / 256 * (box[:, 2:3] - box[:, :1])).clamp(0, PHOTO[1] - 1).long()
            py = (box[:, 1:2] + torch.arange(128, device=self.device) / 128 * (box[:, 3:] - box[:, 1:2])).clamp(0, PHOTO[0] - 1).long()
            part = self.levels[0][of[at][:, None, None], :, py[:, :, None], px[:, None, :]].permute(0, 3, 1, 2).float() / 255
            picture[at] = torch.cat([part, plate_alpha(rand(len(at), self.device, 0, 9))], 1)
        if len(at := (kind == LAMP).nonzero()[:, 0]):
            x, _ = unit_grid(128, 256, self.device)
            color = (rand(len(at) * 3, self.device, .3, 1.1).view(-1, 3) + rand(len(at), self.device, 0, .6)[:, None]).clamp(0, 1)[:, :, None, None]
            stripes = .5 + .5 * torch.sign(torch.sin(x * rand(len(at), self.device, 6, 60)[:, None, None]))
            color = color * (1 - stripes[:, None] * rand(len(at), self.device, 0, .5)[:, None, None, None] * (rand(len(at), self.device) < .4)[:, None, None, None])
            picture[at] = torch.cat([color.expand(-1, -1, 128, 256), plate_alpha(rand(len(at), self.device, 4, 64))], 1)
        return picture

    def pasted(self, image, plan, slot):
        n, device = len(slot['row']), self.device
        one = lambda share: (torch.rand(n, device=device) < share)[:, None, None, None]
        rows, columns = image.shape[2:]
        size = torch.tensor([columns, rows], device=device)
        center = slot['quad'].mean(1)
        part = image[slot['row']]
        at = (center.clamp(min=0).long()).minimum(size - 1)
        picture = self.source(slot)
        picture = torch.cat([lit(picture[:, :3], part[torch.arange(n, device=device), :, at[:, 1], at[:, 0]]), picture[:, 3:]], 1)
        x, y = unit_grid(rows, columns, device)
        unit = torch.tensor(CORNERS, device=device).expand(n, 4, 2)
        grid = mapped(homography(unit, slot['quad'] / size * 2 - 1), x, y)
        shown = torch.zeros(n, 4, rows, columns, device=device)
        for low, high, wide in ((192, 1e9, 256), (96, 192, 128), (48, 96, 64), (0, 48, 32)):  # the copy that is about as wide as the place
            if len(at := torch.from_numpy(((plan['wide'] >= low) & (plan['wide'] < high)).nonzero()[0]).to(device)):
                small = picture[at] if wide == 256 else F.interpolate(picture[at], size=(wide // 2, wide), mode='area')
                shown[at] = F.grid_sample(small, grid[at], align_corners=False)
        shown = torch.where(one(.3), F.avg_pool2d(shown, 3, 1, 1), shown)
        alpha = shown[:, 3:]
        alpha = torch.where(one(.35), F.avg_pool2d(alpha, 3, 1, 1), alpha) * torch.where(one(.1), rand(n, device, .7, 1)[:, None, None, None], torch.ones(1, device=device))
        recess = F.max_pool2d(alpha, 9, 1, 4) if random.random() < .5 else F.avg_pool2d(alpha, 15, 1, 7)
        part = part * (1 - recess * rand(n, device, -.25, .75)[:, None, None, None] * one(.45))
        color = shown[:, :3] + (torch.randn(n, 1, rows, columns, device=device) * rand(n, device, 0, .05)[:, None, None, None]) * one(.3)
        image[slot['row']] = (part * (1 - alpha) + color * alpha).clamp(0, 1.3)
        return image

    def photographed(self, image):
        hard = torch.rand(len(image), 1, 1, 1, device=self.device) < .4
        image = blurred(torch.where(hard, exposed(image), image.clamp(0, 1)), longest=4., softest=.8)
        image = sharpened(image + torch.where(hard, .6, .2) * (noisy(image) - image)).clamp(0, 1)
        image = torch.where(torch.rand(len(image), 1, 1, 1, device=self.device) < .8, compressed(image), image)
        gray = torch.rand(len(image), 1, 1, 1, device=self.device) < .15
        return torch.where(gray, image.mean(1, keepdim=True), image).clamp(0, 1)


def halved(photos):
    return torch.cat([F.avg_pool2d(part.float(), 2).round().byte() for part in photos.split(64)])
