"""Distorts masks into strips as the detector cuts them from photographs: paint, plate, light and perspective here, the
camera in camera.py. Runs on the GPU."""
import torch
import torch.nn.functional as F
from camera import photographed
from lettering import HEIGHT as H, WIDTH as W

STRIP = (48, 432)
PAD_X, PAD_Y = 24, 20
CANVAS = (H + 2 * PAD_Y, W + 2 * PAD_X)


class Dice:
    """Random numbers, one for each strip of a batch."""

    def __init__(self, n, device):
        self.n, self.device = n, device

    def one(self, low=0., high=1.):
        return low + (high - low) * torch.rand(self.n, 1, 1, 1, device=self.device)

    def color(self, low=0., high=1.):
        return low + (high - low) * torch.rand(self.n, 3, 1, 1, device=self.device)

    def chance(self, share):
        return (torch.rand(self.n, 1, 1, 1, device=self.device) < share).float()

    def cloud(self, rows, columns, size=CANVAS, mode='bicubic'):
        return F.interpolate(torch.randn(self.n, 1, rows, columns, device=self.device), size=size, mode=mode, align_corners=False)


def strips(masks, widths):
    """N×H×W masks to N×3×48×432 strips in 0..1, the mask of valid columns, and the widths in pixels."""
    n, device = masks.shape[0], masks.device
    dice = Dice(n, device)
    mask = F.pad((masks.float() / 255)[:, None], (PAD_X, PAD_X, PAD_Y, PAD_Y))
    order = torch.randperm(n, device=device)
    image = painted(mask, mask[order], widths.float()[:, None, None, None], dice)
    strip, shown = projected(image, widths, dice)
    strip = photographed(strip)
    columns = torch.arange(STRIP[1], device=device)[None, None, None].float()
    return strip, (columns < shown[:, None, None, None]).float(), shown


def painted(mask, other, wide, dice):
    x = torch.arange(CANVAS[1], device=mask.device)[None, None, None].float() - PAD_X
    y = torch.arange(CANVAS[0], device=mask.device)[None, None, :, None].float() - PAD_Y
    mask = strokes(mask, dice)
    ground, ink = colors(dice)
    image = background(ground, ink, x, y, dice)
    image = lettered(image, mask, ink, dice)
    image = beside(image, other, ground, ink, x, y, wide, dice)
    image = attached(image, x, y, wide, dice)
    return lit(image, x, y, wide, dice)


def strokes(mask, dice):
    """Bolder, thinner, rounded or worn strokes."""
    thick, thin = F.max_pool2d(mask, 3, 1, 1), -F.max_pool2d(-mask, 3, 1, 1)
    soft = F.avg_pool2d(mask, 5, 1, 2, count_include_pad=False)
    round_ = torch.sigmoid((soft - dice.one(.35, .6)) * 10)
    kind = dice.one()
    mask = torch.where(kind < .15, thick, torch.where(kind < .27, .5 * (mask + thin), torch.where(kind < .42, round_, mask)))
    worn = (dice.cloud(10, 60, mode='bilinear') * .5 + .9).clamp(0, 1)
    return mask * torch.where(dice.one() < .15, worn, torch.ones_like(worn))


def colors(dice):
    """A ground and an ink that differ in brightness: most plates are light, most doors are not."""
    gap = .22 + .75 * dice.one() ** .8
    low = dice.one() * (1 - gap)
    is_light = dice.chance(.65)
    ground, ink = low + gap * is_light, low + gap * (1 - is_light)

    def tinted(level):
        tint = dice.color()
        return level + (tint - tint.mean(1, keepdim=True)) * dice.one() ** 2 * .7 * dice.chance(.75)
    return tinted(ground), tinted(ink)


def background(ground, ink, x, y, dice):
    """Plain paint, or what states print on plates: gradients, hills, a sun, stripes, clouds."""
    u, v = x / H, y / H

    def pattern():
        hills = dice.one(.0, 1.) + dice.one(0, .25) * torch.sin(u * dice.one(.4, 3) + dice.one(0, 6)) + dice.one(0, .12) * torch.sin(u * dice.one(2, 9) + dice.one(0, 6))
        edge = torch.sigmoid((v - hills) * dice.one(1.5, 30))
        sun = torch.sigmoid((dice.one(.2, .8) - ((u - dice.one(0, 6)) ** 2 + (v - dice.one(0, 1)) ** 2).sqrt()) * dice.one(4, 40))
        stripes = torch.sigmoid(torch.sin(u * dice.one(-9, 9) + v * dice.one(-9, 9)) * 6)
        cloud = torch.sigmoid(dice.cloud(5, 22) * 3)
        kind = dice.one()
        return torch.where(kind < .45, edge, torch.where(kind < .65, sun, torch.where(kind < .75, stripes, cloud)))

    image = ground.expand(-1, -1, *CANVAS)
    for share in (.5, .25):
        tone = ground + dice.one(-.7, .35) * (ink - ground) + (dice.color() - .5) * .3
        image = image + dice.chance(share) * dice.one(.1, .9) * pattern() * (tone - ground)
    return image


def lettered(image, mask, ink, dice):
    """The ink, an outline or a shadow of it, and the relief of an embossed plate."""
    down, across = (int(torch.randint(-2, 3, (1,))) for _ in range(2))
    shadow = torch.roll(mask, shifts=(down, across), dims=(2, 3))
    outline = (F.max_pool2d(mask, 5, 1, 2) - mask).clamp(min=0)
    edge = torch.where(dice.one() < .5, (shadow - mask).clamp(min=0), outline)
    image = image + dice.chance(.22) * edge * dice.one(.2, .9) * (dice.color() - image)
    image = image + mask * dice.one(.75, 1) * (ink - image)
    soft = F.avg_pool2d(mask, 3, 1, 1)
    relief = soft - torch.roll(soft, shifts=(2, 1), dims=(2, 3))
    return image + dice.chance(.35) * dice.one(-.45, .45) * relief


def beside(image, other, ground, ink, x, y, wide, dice):
    """Above and below: the name of the state, a slogan, another line, the edge and the frame of the plate."""
    for above in (True, False):
        scale = float(torch.empty(1).uniform_(.22, .6)) if torch.rand(1) < .7 else 1.
        line = other if scale == 1. else F.interpolate(other, scale_factor=scale, mode='area')
        rows = torch.nonzero(line.amax((0, 1, 3)) > .2)[:, 0]
        line = line[:, :, int(rows.min()):int(rows.max()) + 1]
        gap = int(torch.randint(-2, 8, (1,)))
        left = int(torch.randint(0, max(1, CANVAS[1] - line.shape[3] + 1), (1,))) // 2
        edge = PAD_Y + 4 - gap if above else PAD_Y + H - 4 + gap
        line = line[:, :, max(0, line.shape[2] - edge):] if above else line[:, :, :CANVAS[0] - edge]
        rows = (edge - line.shape[2], edge) if above else (edge, edge + line.shape[2])
        placed = F.pad(line, (left, max(0, CANVAS[1] - left - line.shape[3]), rows[0], CANVAS[0] - rows[1]))[..., :CANVAS[1]]
        # A frame around the plate, or the bumper behind it; its lettering is drawn on top.
        at = (-dice.one(-.06, .4) * H + 4) if above else (H - 4 + dice.one(-.06, .4) * H)
        slanted = y + dice.one(-.03, .03) * x
        beyond = torch.sigmoid((at - slanted if above else slanted - at) * dice.one(.6, 3))
        image = image + dice.chance(.4) * beyond * (dice.color() * dice.one() - image)
        thin = torch.exp(-((slanted - at) / dice.one(.5, 1.6)) ** 2)
        image = image + dice.chance(.2) * thin * (dice.one() - image)
        tone = torch.where(dice.one() < .6, ink, dice.color())
        image = image + dice.chance(.4) * placed * (tone - image)
    # Vertical edges beside the text: the frame of a plate, the seam of a door. They are no characters.
    slanted = x + dice.one(-.12, .12) * (y - H / 2)
    for left in (True, False):
        at = 4 - dice.one(0, .45) * H if left else wide - 4 + dice.one(0, .45) * H
        line = ((slanted - at).abs() < dice.one(.6, 3.5)).float()
        image = image + dice.chance(.3) * line * (dice.one() - image)
        beyond = torch.sigmoid((at - slanted if left else slanted - at) * 2)
        image = image + dice.chance(.25) * beyond * (dice.color() * dice.one() - image)
    return image


def attached(image, x, y, wide, dice):
    """Bolts near the top or the bottom, registration stickers, and spots of dirt."""
    for _ in range(2):
        cx, cy = dice.one(.05, .95) * wide, torch.where(dice.one() < .75, dice.one(-.05, .2), dice.one(.8, 1.05)) * H
        far = ((x - cx) ** 2 + (y - cy) ** 2).sqrt()
        bolt = torch.sigmoid((dice.one(1.5, 4.5) - far) * 2)
        shine = torch.sigmoid((dice.one(.4, 1.5) - ((x - cx + 1) ** 2 + (y - cy + 1) ** 2).sqrt()) * 2)
        image = image + dice.chance(.25) * bolt * (dice.one() + shine * .6 - image)
    cx = torch.where(dice.one() < .5, dice.one(-.4, .1) * H, wide + dice.one(-.1, .4) * H)
    cy = torch.where(dice.one() < .5, dice.one(-.25, .1), dice.one(.9, 1.25)) * H
    inside = torch.maximum((x - cx).abs() / dice.one(.12, .35), (y - cy).abs() / dice.one(.1, .3)) < H
    label = dice.color() + (torch.sin(x * 2.1) * torch.sin(y * 1.7) > .3).float() * dice.one(-.5, .5)
    image = image + dice.chance(.15) * inside.float() * (label - image)
    dirt = torch.sigmoid((dice.cloud(9, 70) - dice.one(1.5, 2.6)) * 6)
    return image + dice.chance(.2) * dirt * dice.one(.3, .8) * (dice.color(.1, .6) - image)


def lit(image, x, y, wide, dice):
    """Uneven light, the edge of a shadow, glare, and the texture of the surface."""
    u, v = x / wide - .5, y / H - .5
    image = image * (1 + dice.one(-.5, .5) * u + dice.one(-.4, .4) * v)
    angle, at = dice.one(0, 6.28), dice.one(-.5, .5)
    side = torch.sigmoid((torch.cos(angle) * u * 2 + torch.sin(angle) * v - at) * dice.one(3, 60))
    image = image * (1 - dice.chance(.25) * side * dice.one(.3, .75))
    glare = torch.exp(-((u - dice.one(-.6, .6)) / dice.one(.05, .5)) ** 2 - ((v - dice.one(-.6, .6)) / dice.one(.2, 1)) ** 2)
    image = image + dice.chance(.15) * glare * dice.one(.2, .8)
    image = image + dice.cloud(4, 14) * .09 * dice.one() + dice.cloud(CANVAS[0] // 2, CANVAS[1] // 2, mode='bilinear') * .06 * dice.one() ** 2
    return image


def projected(image, widths, dice):
    n, device = image.shape[0], image.device
    height, width = STRIP

    def one(low=0., high=1.):
        return dice.one(low, high)[:, 0]

    wide = widths.float()
    shown = (wide / H * height * one(.8, 1.2)[:, 0, 0]).clamp(min=24, max=width)
    aspect = (wide / H)[:, None, None]
    u = torch.linspace(0, 1, width, device=device)[None, None, :].expand(n, height, width) / (shown / width)[:, None, None]
    v = torch.linspace(0, 1, height, device=device)[None, :, None].expand(n, height, width)
    x = u * (1 + (a := one(-.06, .44) / aspect) + one(-.06, .44) / aspect) - a
    y = v * (1 + (b := one(-.09, .34)) + one(-.09, .34)) - b
    slant = torch.where(one() < .8, one(-.25, .25), one(-.45, .45))
    turn, taper, bend = one(-.09, .09), one(-.2, .2), one(-.1, .1) * (one() < .2)
    down = .5 + (y - .5) * (1 + taper * (x - .5)) + turn * (x - .5) * aspect * .25 + bend * ((x - .5) ** 2 * 4 - .5)
    closer = one(-.12, .12)
    across = x + closer * x * (1 - x) + slant * (y - .5) / aspect
    px, py = across * wide[:, None, None] + PAD_X, down * H + PAD_Y
    grid = torch.stack([px / CANVAS[1] * 2 - 1, py / CANVAS[0] * 2 - 1], -1)
    return F.grid_sample(image, grid, mode='bilinear', padding_mode='border', align_corners=False), shown


def large_input(strip, valid):
    return (strip * 2 - 1) * valid


def small_input(strip, valid, shown):
    """Gray, 32 pixels high: the means of neighboring pixels, three to two; normalized over the valid columns."""
    gray = F.interpolate(strip.mean(1, keepdim=True), size=(32, strip.shape[3] * 2 // 3), mode='area')
    columns = torch.arange(gray.shape[3], device=gray.device)[None, None, None].float()
    valid = (columns < (shown * 2 / 3)[:, None, None, None]).float()
    count = valid.sum((2, 3), keepdim=True) * 32
    mean = (gray * valid).sum((2, 3), keepdim=True) / count
    deviation = (((gray - mean) ** 2 * valid).sum((2, 3), keepdim=True) / count).sqrt() + .02
    return (gray - mean) / deviation * valid
