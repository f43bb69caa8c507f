"""Ways of drawing: each changes a picture of a vehicle. Those in HELD_OUT are never used for training."""
import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageEnhance, ImageFilter, ImageOps

TRAINED = ('plain', 'shaded', 'outlined', 'dirty', 'low sun', 'wet', 'night')
HELD_OUT = ('poster', 'infrared', 'drawn by hand')


def styled(r, vehicle, style):
    """`vehicle`: with transparency. Returns the same vehicle in another style."""
    alpha = vehicle.getchannel('A')
    colors = DRAW[style](r, vehicle.convert('RGB'), alpha)
    colors.putalpha(alpha)
    return colors


def ramp(size, first, last, across=False):
    """Gray levels from `first` to `last`, downward or across."""
    line = np.linspace(first, last, size[0] if across else size[1])
    levels = np.tile(line, (size[1], 1)) if across else np.tile(line[:, None], (1, size[0]))
    return Image.fromarray(levels.clip(0, 255).astype(np.uint8))


def edges(image, alpha, width=1):
    """White where the colors change, and along the outline."""
    found = ImageChops.lighter(image.convert('L').filter(ImageFilter.FIND_EDGES), alpha.filter(ImageFilter.FIND_EDGES))
    found = found.point(lambda v: 255 if v > 40 else 0)
    return found.filter(ImageFilter.MaxFilter(3)) if width > 1 else found


def plain(r, image, alpha):
    return image


def shaded(r, image, alpha):
    light = ramp(image.size, r.uniform(150, 255), r.uniform(40, 140))
    return Image.composite(image, ImageEnhance.Brightness(image).enhance(r.uniform(.25, .6)), light)


def outlined(r, image, alpha):
    ink = Image.new('RGB', image.size, (r.randint(0, 70),) * 3)
    return Image.composite(ink, image, edges(image, alpha, r.choice([1, 1, 2])))


def dirty(r, image, alpha):
    dust = tuple(r.randint(70, 150) + shift for shift in (12, 4, -8))
    cover = ramp(image.size, r.uniform(0, 40), r.uniform(90, 220))
    return Image.composite(Image.new('RGB', image.size, dust), image, cover)


def low_sun(r, image, alpha):
    sun = Image.new('RGB', image.size, (255, r.randint(170, 235), r.randint(90, 190)))
    bright = Image.blend(image, sun, r.uniform(.1, .45))
    ends = (230, 20) if r.random() < .5 else (20, 230)
    return Image.composite(bright, ImageEnhance.Brightness(image).enhance(r.uniform(.3, .7)), ramp(image.size, *ends, across=True))


def wet(r, image, alpha):
    pale = ImageEnhance.Color(image).enhance(r.uniform(.2, .7))
    pale = Image.blend(pale, Image.new('RGB', image.size, (r.randint(120, 190),) * 3), r.uniform(.1, .4))
    draw = ImageDraw.Draw(pale)
    for _ in range(r.randint(10, 80)):
        x, y, long = r.uniform(0, image.width), r.uniform(0, image.height), r.uniform(3, 14)
        draw.line([x, y, x + r.uniform(-3, 0), y + long], fill=(r.randint(150, 230),) * 3)
    return pale


def night(r, image, alpha):
    dark = ImageEnhance.Brightness(image).enhance(r.uniform(.12, .4))
    lamp = Image.new('L', image.size)
    draw = ImageDraw.Draw(lamp)
    for _ in range(r.randint(1, 4)):
        x, y, s = r.uniform(0, image.width), r.uniform(0, image.height), r.uniform(20, 90)
        draw.ellipse([x - s, y - s, x + s, y + s], fill=r.randint(60, 200))
    return Image.composite(image, dark, lamp.filter(ImageFilter.GaussianBlur(14)))


def poster(r, image, alpha):
    return ImageOps.posterize(ImageEnhance.Color(image).enhance(r.uniform(1.2, 2)), r.choice([1, 2, 2, 3]))


def infrared(r, image, alpha):
    """Colors say little: paint reflects infrared light in its own way."""
    shares = [r.uniform(.1, 1) for _ in range(3)]
    gray = image.convert('RGB', [share / sum(shares) for share in shares + [0]] * 3)
    return ImageOps.invert(gray) if r.random() < .25 else ImageOps.autocontrast(gray)


def by_hand(r, image, alpha):
    """Uneven lines and hatching on paper."""
    paper = Image.new('RGB', image.size, (r.randint(190, 250),) * 3)
    paper = Image.blend(paper, image, r.uniform(.15, .5))
    draw = ImageDraw.Draw(paper)
    dark = image.convert('L')
    step = r.randint(4, 7)
    for y in range(0, image.height, step):
        for x in range(0, image.width, step):
            if dark.getpixel((x, y)) < 110:
                draw.line([x, y, x + step, y - step + r.randint(-1, 1)], fill=(r.randint(20, 90),) * 3)
    shift = Image.new('L', image.size)
    shift.paste(edges(image, alpha), (r.randint(-1, 1), r.randint(-1, 1)))
    return Image.composite(Image.new('RGB', image.size, (r.randint(10, 60),) * 3), paper, shift)


DRAW = {
    'plain': plain, 'shaded': shaded, 'outlined': outlined, 'dirty': dirty, 'low sun': low_sun, 'wet': wet, 'night': night,
    'poster': poster, 'infrared': infrared, 'drawn by hand': by_hand,
}
