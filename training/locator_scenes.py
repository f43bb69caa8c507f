"""Draws images with text on them for the locator, on the GPU: a background of shapes, textures and patterns, blocks of one to
five lines, light, and the camera. Nothing is taken from photographs or from the scenes of `lab/scenes`."""
import math
import torch
import torch.nn.functional as F
from camera import blurred, compressed, exposed, noisy, sharpened

HEIGHT, WIDTH = 384, 512  # of an image, at the scale of the locator
STRIDE = 8  # of the locator's output
CAPITALS, TOP = 40, 4  # rows of the capitals in a mask, and the rows above them
# Heights of capitals in pixels, and how often they occur. Small text is the reason for the locator.
OCTAVES = ((4.5, 7, .2), (7, 11, .26), (11, 17, .2), (17, 28, .14), (28, 50, .12), (50, 95, .08))
SMALL, LARGE = 15., 13.  # below, above; both in between
SHAPES, BLOCKS, LINES = 16, 6, 5
BANK, LEAVES = 2048, 260


class Painter:
    def __init__(self, masks, widths):
        self.masks, self.widths, self.device = masks, widths.float(), masks.device
        y, x = torch.meshgrid(torch.arange(HEIGHT, device=self.device).float(), torch.arange(WIDTH, device=self.device).float(), indexing='ij')
        self.x, self.y = x[None] + .5, y[None] + .5

    def draw(self, n):
        """N×3×384×512 images in 0..1, and N×2×48×64 labels: cells with small text, and cells with large text."""
        self.n = n
        image = self.background()
        labels = torch.zeros(n, 2, HEIGHT, WIDTH, device=self.device)
        shares = torch.tensor([share for *_, share in OCTAVES])
        for _ in range(BLOCKS):
            image = self.block(image, labels, *OCTAVES[int(torch.multinomial(shares, 1))][:2])
        image = self.lit(image)
        image = blurred(exposed(image), longest=5., softest=.9)
        image = compressed(sharpened(image + .6 * (noisy(image) - image)).clamp(0, 1)).clamp(0, 1)
        return image, F.max_pool2d(labels, STRIDE)

    def one(self, low=0., high=1.):
        return low + (high - low) * torch.rand(self.n, 1, 1, device=self.device)

    def color(self):
        """Gray, white and black are as frequent as colors."""
        gray = torch.rand(self.n, 1, 1, 1, device=self.device).expand(-1, 3, -1, -1)
        color = torch.rand(self.n, 3, 1, 1, device=self.device)
        return torch.where(torch.rand(self.n, 1, 1, 1, device=self.device) < .5, gray, color)

    def cloud(self, cells, channels=1):
        small = torch.randn(self.n, channels, max(2, HEIGHT // cells), max(2, WIDTH // cells), device=self.device)
        return F.interpolate(small, size=(HEIGHT, WIDTH), mode='bilinear', align_corners=False)

    def background(self):
        slope = (self.y / HEIGHT)[:, None]
        image = self.color() * slope + self.color() * (1 - slope)
        for cells in (64, 16, 5, 2):
            image = image + self.cloud(cells, 3 if cells > 5 else 1) * self.one(0, .12)[:, None] * (self.one() < .4)[:, None]
        image = torch.where((self.one() < .6)[:, None], self.clutter(), image)
        dense = self.one()
        for _ in range(SHAPES):
            image = torch.where((self.one() < dense)[:, None], self.shape(image), image)
        return image.clamp(0, 1)

    def clutter(self):
        """Parts of images of many overlapping shapes of all sizes, which have edges as frequent as in photographs."""
        if not hasattr(self, 'bank'):
            self.bank = torch.cat([(self.leaves() * 255).byte() for _ in range(BANK // self.n)])
        image = self.bank[torch.randint(0, len(self.bank), (self.n,), device=self.device)].float() / 255
        image = image.flip(3) if torch.rand(1) < .5 else image
        return ((image - .5) * self.one(.4, 1.1)[:, None] + self.one(.2, .8)[:, None] + .1 * self.color()).clamp(0, 1)

    def leaves(self):
        """The dead leaves model: discs and boxes in random order, with sizes of a power law, in few colors."""
        palette = torch.rand(self.n, 5, 3, device=self.device)
        image = palette[:, 0, :, None, None].expand(-1, -1, HEIGHT, WIDTH)
        at, least = torch.arange(self.n, device=self.device), self.one(1.5, 6)
        for _ in range(LEAVES):
            u, v = self.turned(.3)
            size = (least * self.one(.0002, 1) ** -.5).clamp(max=160)
            stretch = torch.exp(self.one(-1.2, 1.2))
            disc, box = (u ** 2 + (v * stretch) ** 2).sqrt() - size, torch.maximum(u.abs(), v.abs() * stretch) - size
            cover = (.5 - torch.where(self.one() < .5, disc, box)).clamp(0, 1)[:, None]
            color = palette[at, torch.randint(0, 5, (self.n,), device=self.device)][..., None, None] + .12 * torch.randn(self.n, 1, 1, 1, device=self.device)
            image = image * (1 - cover) + color * cover
        return image.clamp(0, 1)

    def turned(self, most):
        """Coordinates around a random center, turned by a small or, at times, any angle."""
        angle = torch.where(self.one() < .75, self.one(-most, most), self.one(0, math.pi))
        dx, dy = self.x - self.one(0, WIDTH), self.y - self.one(0, HEIGHT)
        return dx * torch.cos(angle) + dy * torch.sin(angle), dy * torch.cos(angle) - dx * torch.sin(angle)

    def shape(self, image):
        """A panel, disc or ring that is plain, striped, dotted, checkered, leafy, or has curved lines, rings or spokes."""
        u, v = self.turned(.1)
        half_u, half_v = torch.exp(self.one(1., 5.6)), torch.exp(self.one(.4, 5.2))
        box = torch.maximum(u.abs() - half_u, v.abs() - half_v)
        radius = torch.exp(self.one(1.2, 4.6))
        distance = (u ** 2 + v ** 2).sqrt()
        disc, ring = distance - radius, (distance - radius).abs() - self.one(1, 8)
        kind = self.one()
        edge = torch.where(kind < .74, box, torch.where(kind < .88, disc, ring))
        cover = (.5 - edge).clamp(0, 1)
        period = torch.exp(self.one(1., 3.4))
        wave_u, wave_v = torch.sin(2 * math.pi * u / period), torch.sin(2 * math.pi * v / (period * torch.exp(self.one(-.7, .7))))
        share, leaf = self.one(-.8, .8), self.cloud(3)[:, 0] + self.cloud(9)[:, 0]
        pattern = self.one()
        filled = torch.ones_like(cover)
        for low, high, one in ((.5, .6, (4 * (wave_u - share)).clamp(0, 1)), (.6, .66, (4 * (wave_v - share)).clamp(0, 1)),
                               (.66, .74, (4 * (wave_u * wave_v - .5 * share)).clamp(0, 1)), (.74, .8, (3 * (wave_u.abs().minimum(wave_v.abs()) - .5)).clamp(0, 1)),
                               (.8, .88, (3 * (leaf - share)).clamp(0, 1)), (.88, .93, (6 * (.2 - leaf.abs())).clamp(0, 1)),
                               (.93, .96, (4 * (torch.sin(2 * math.pi * distance / period) - share)).clamp(0, 1)),
                               (.96, .985, (4 * (torch.sin(torch.atan2(v, u) * self.one(3, 24).floor()) - share)).clamp(0, 1))):
            filled = torch.where((pattern >= low) & (pattern < high), one, filled)
        cover = (cover * filled * torch.where(self.one() < .85, 1., self.one(.3, .9)))[:, None]
        shaded = self.color() + (v / half_v)[:, None].clamp(-1, 1) * self.one(-.15, .15)[:, None] + self.cloud(3) * self.one(0, .08)[:, None]
        return image * (1 - cover) + shaded * cover

    def block(self, image, labels, low, high):
        """Lines of one size, seen from an angle, on a panel of their own or on the background."""
        n = self.n
        tall = self.one(low, high)
        angle = torch.where(self.one() < .88, self.one(-.07, .07), self.one(-.5, .5))
        squeeze, shear = self.one(.6, 1.25), self.one(-.18, .18)
        tilt_x, tilt_y = self.one(-.0012, .0012), self.one(-.0008, .0008)
        dx, dy = self.x - self.one(-.05, .75) * WIDTH, self.y - self.one(.02, .95) * HEIGHT
        u, v = dx * torch.cos(angle) + dy * torch.sin(angle), dy * torch.cos(angle) - dx * torch.sin(angle)
        w = 1 + tilt_x * u + tilt_y * v
        u, v = (u / w + shear * v) / squeeze, v / w
        u, v = u / tall, v / tall  # in heights of capitals
        # Large text stands alone more often.
        count = torch.where(tall > 28, self.one(.7, 2.6), self.one(.7, LINES + .99)).floor() * (self.one() < .62)
        spacing, centered = self.one(1.2, 2.), self.one() < .4
        of = torch.randint(0, len(self.masks), (n, LINES), device=self.device)
        wide = (self.widths[of] - 2 * TOP) / CAPITALS
        widest = torch.where(torch.arange(LINES, device=self.device)[None] < count[:, :, 0], wide, 0).amax(1)[:, None, None]
        margin = self.one(.3, 2.5)
        panel = torch.maximum((u - widest / 2).abs() - widest / 2 - margin, (v - ((count - 1) * spacing + 1) / 2).abs() - ((count - 1) * spacing + 1) / 2 - margin)
        cover = ((.5 - panel * tall).clamp(0, 1) * (count > 0))[:, None]
        has_panel = (self.one() < .6)[:, None]
        image = torch.where(has_panel, image * (1 - cover) + self.color() * cover, image)
        labels *= 1 - cover * has_panel  # the panel hides earlier lines
        ground = (image * cover).sum((2, 3), keepdim=True) / cover.sum((2, 3), keepdim=True).clamp(min=1)
        ink = self.ink(ground)
        mip = self.mip(high)
        for line in range(LINES):
            start = torch.where(centered, (widest - wide[:, line, None, None]) / 2, 0.)
            mu, mv = u - start, v - line * spacing
            shown = (line < count) & (mu > -.1) & (mu < wide[:, line, None, None] + .1) & (mv > -.12) & (mv < 1.12)
            if not bool(shown.any()):
                continue
            grid = torch.stack([(mu * CAPITALS + TOP) / self.masks.shape[2] * 2 - 1, (mv * CAPITALS + TOP) / self.masks.shape[1] * 2 - 1], -1)
            mask = F.grid_sample(mip[of[:, line]].float()[:, None] / 255, grid, mode='bilinear', align_corners=False) * shown[:, None]
            image = image * (1 - mask) + ink * mask
            shown = shown.float()
            labels[:, 0] = torch.maximum(labels[:, 0], shown * (tall < SMALL))
            labels[:, 1] = torch.maximum(labels[:, 1], shown * (tall > LARGE))
        return image.clamp(0, 1)

    def mip(self, tall):
        """Masks at about twice the height at which they are drawn, so that bilinear samples do not skip strokes."""
        rows = next((rows for rows in (6, 12, 24) if rows / 48 * CAPITALS >= tall * .8), 48)
        if rows == 48:
            return self.masks
        if not hasattr(self, f'mip{rows}'):
            setattr(self, f'mip{rows}', torch.cat([F.avg_pool2d(part[:, None].float(), 48 // rows)[:, 0].byte() for part in self.masks.split(2000)]))
        return getattr(self, f'mip{rows}')

    def ink(self, ground):
        light = torch.tensor([.299, .587, .114], device=self.device)[None, :, None, None]
        level = (ground * light).sum(1, keepdim=True)
        ink = torch.where(level > .5, .05, .95).expand(-1, 3, -1, -1)
        for _ in range(3):
            other = self.color()
            ink = torch.where(((other * light).sum(1, keepdim=True) - level).abs() > .22, other, ink)
        return ink

    def lit(self, image):
        """Shadows with edges, uneven light, haze, glare and thin lines such as ropes, wires and rain."""
        u, _ = self.turned(.6)
        shadow = 1 - (u / self.one(1, 30)).sigmoid() * self.one(0, .6) * (self.one() < .3)
        image = image * shadow[:, None] * (1 + .15 * self.cloud(96) * (self.one() < .5)[:, None])
        u, v = self.turned(.6)
        glare = torch.exp(-(u ** 2 + v ** 2) / (2 * self.one(8, 60) ** 2)) * self.one(0, .9) * (self.one() < .15)
        image = image + glare[:, None]
        for _ in range(3):
            _, v = self.turned(.8)
            thin = (self.one(.4, 1.6) - v.abs()).clamp(0, 1) * (self.one() < .3)
            image = image * (1 - thin[:, None]) + self.color() * thin[:, None]
        u, v = self.turned(.3)
        rain = (1.2 - (torch.remainder(u + 40 * torch.sin(v.div(17).floor() * 12.9898), self.one(14, 50)) - 5).abs()).clamp(0, 1) * (self.one() < .08)
        return (image + .3 * rain[:, None]).clamp(0, 1)
