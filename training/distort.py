"""Distorts masks into strips as the detector cuts them from photographs. Runs on the GPU."""
import torch
import torch.nn.functional as F
from lettering import HEIGHT as H, WIDTH as W

STRIP = (48, 432)
PAD_X, PAD_Y = 10, 14


def strips(masks, widths):
    """N×H×W masks to N×3×48×432 strips in 0..1, the mask of valid columns, and the widths in pixels."""
    n, dev = masks.shape[0], masks.device

    def rnd(*shape):
        return torch.rand(*shape, device=dev)

    def one():
        return rnd(n, 1, 1, 1)

    m = (masks.float() / 255)[:, None]
    thick, thin = F.max_pool2d(m, 3, 1, 1), -F.max_pool2d(-m, 3, 1, 1)
    weight = torch.randint(0, 4, (n, 1, 1, 1), device=dev)
    m = torch.where(weight == 1, thick, torch.where(weight == 2, .5 * (m + thin), m))
    ground, ink = one(), one()
    close = (ground - ink).abs() < .18
    ink = torch.where(close, torch.where(ground > .5, ground - .18 - .5 * one(), ground + .18 + .5 * one()), ink)
    xs = torch.linspace(-1, 1, W, device=dev)[None, None, None]
    ys = torch.linspace(-1, 1, H, device=dev)[None, None, :, None]
    image = ground + (ink - ground) * m * (.75 + .25 * one())
    # An embossed edge or a drop shadow.
    shadow = torch.roll(m, shifts=(1, 1), dims=(2, 3))
    image = image + (one() < .25) * (one() - .5) * .6 * (shadow - m).clamp(min=0)
    # The frame of a plate above and below.
    image = image + (one() < .25) * ((ys > .86) | (ys < -.86)).float() * (one() - .5) * .8
    # Uneven light, dirt and texture.
    image = image + (one() - .5) * .5 * xs + (one() - .5) * .5 * ys
    image = image + F.interpolate(torch.randn(n, 1, 3, 10, device=dev), size=(H, W), mode='bicubic') * .12 * one()
    image = image + F.interpolate(torch.randn(n, 1, H // 2, W // 2, device=dev), size=(H, W), mode='bilinear') * .06 * one()
    image = edges(neighbors(F.pad(image, (PAD_X, PAD_X, PAD_Y, PAD_Y), mode='replicate'), m, rnd), widths, rnd)
    strip, shown = projected(image, widths, rnd)
    strip = camera(strip, rnd)
    gain, offset = rnd(n, 3, 1, 1) * .5 + .75, (rnd(n, 3, 1, 1) - .5) * .25
    strip = torch.where(one() < .7, strip * gain + offset, strip.expand(-1, 3, -1, -1)).clamp(0, 1)
    columns = torch.arange(STRIP[1], device=dev)[None, None, None].float()
    return strip, (columns < shown[:, None, None, None]).float(), shown


def neighbors(image, m, rnd):
    """Parts of other lines above and below."""
    n = m.shape[0]
    other = F.pad(m[torch.randperm(n, device=m.device)], (PAD_X, PAD_X, 0, 0))
    tone = rnd(n, 1, 1, 1)
    for above in (True, False):
        gap = int(torch.randint(0, 6, (1,)).item())
        size = PAD_Y - gap
        rows = slice(0, size) if above else slice(H + PAD_Y + gap, None)
        part = other[:, :, H - 4 - size:H - 4] if above else other[:, :, 4:4 + size]
        shown = (rnd(n, 1, 1, 1) < .35).float() * part
        image[:, :, rows] = image[:, :, rows] * (1 - shown) + tone * shown
    return image


def edges(image, widths, rnd):
    """Vertical edges beside the text: the frame of a plate, the seam of a door. They are no characters."""
    n, dev = image.shape[0], image.device
    x = torch.arange(W + 2 * PAD_X, device=dev)[None, None, None].float()
    y = torch.arange(H + 2 * PAD_Y, device=dev)[None, None, :, None].float()

    def one():
        return rnd(n, 1, 1, 1)

    x = x + (one() - .5) * .2 * (y - H / 2)
    left = PAD_X + 4 - one() * 12
    right = PAD_X + widths.float()[:, None, None, None] - 4 + one() * 12
    thick, tone = 1 + 3 * one(), one()
    line = (((x - left).abs() < thick).float() * (one() < .35) + ((x - right).abs() < thick).float() * (one() < .35)).clamp(max=1)
    image = image * (1 - line) + tone * line
    outside = ((x < left).float() * (one() < .2) + (x > right).float() * (one() < .2)).clamp(max=1)
    return image * (1 - outside) + one() * outside


def projected(image, widths, rnd):
    n, dev = image.shape[0], image.device
    height, width = STRIP

    def one():
        return rnd(n, 1, 1)

    wide = widths.float()
    shown = (wide / H * height * (.85 + .3 * rnd(n))).clamp(min=24, max=width)
    aspect = (wide / H)[:, None, None]
    u = torch.linspace(0, 1, width, device=dev)[None, None, :].expand(n, height, width) / (shown / width)[:, None, None]
    v = torch.linspace(0, 1, height, device=dev)[None, :, None].expand(n, height, width)
    x = u * (1 + (a := (one() * .5 - .06) / aspect) + (one() * .5 - .06) / aspect) - a
    y = v * (1 + (b := one() * .42 - .10) + (one() * .42 - .10)) - b
    turn, shear, taper = (one() - .5) * .16, (one() - .5) * .5, (one() - .5) * .35
    down = .5 + (y - .5) * (1 + taper * (x - .5)) + turn * (x - .5) * aspect * .25
    across = x + shear * (y - .5) / aspect
    px, py = across * wide[:, None, None] + PAD_X, down * H + PAD_Y
    grid = torch.stack([px / (W + 2 * PAD_X) * 2 - 1, py / (H + 2 * PAD_Y) * 2 - 1], -1)
    return F.grid_sample(image, grid, mode='bilinear', padding_mode='border', align_corners=False), shown


def camera(image, rnd):
    """Low resolution, blur, motion, noise and dirt."""
    n, dev = image.shape[0], image.device
    height, width = STRIP

    def chosen(share):
        return torch.nonzero(rnd(n) < share)[:, 0]

    for rows, share in ((10, .08), (13, .12), (17, .16), (23, .2)):
        at = chosen(share)
        if len(at):
            small = F.interpolate(image[at], size=(rows, int(width * rows / height)), mode='area')
            image[at] = F.interpolate(small, size=(height, width), mode='bicubic')
    for (down, across), share in (((3, 3), .25), ((1, 5), .12), ((1, 7), .06), ((1, 11), .04), ((3, 1), .06), ((5, 5), .08)):
        at = chosen(share)
        if len(at):
            padded = F.pad(image[at], (across // 2, across // 2, down // 2, down // 2), mode='replicate')
            image[at] = F.avg_pool2d(padded, (down, across), 1)
    image = image + torch.randn_like(image) * .12 * rnd(n, 1, 1, 1) ** 2
    x = torch.arange(width, device=dev)[None, None, None].float() - rnd(n, 1, 1, 1) * width
    y = torch.arange(height, device=dev)[None, None, :, None].float() - rnd(n, 1, 1, 1) * height
    bolt = (x ** 2 + y ** 2 < (1.5 + 2.5 * rnd(n, 1, 1, 1)) ** 2).float() * (rnd(n, 1, 1, 1) < .2)
    return image * (1 - bolt) + bolt * rnd(n, 1, 1, 1)


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
