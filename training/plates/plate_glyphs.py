"""Letterforms as the dies of US plates have them: strokes of one width with round ends and corners. No font of the list has these.
A glyph is a list of strokes on a grid of 0..1 across and 0..1 down; `o` stands for a rounded rectangle, numbers for a polyline."""
import math
from PIL import Image, ImageDraw

SCALE = 3  # drawn larger, then reduced


def arc(cx, cy, rx, ry, start, end, steps=10):
    return [(cx + rx * math.cos(math.radians(start + (end - start) * i / steps)), cy + ry * math.sin(math.radians(start + (end - start) * i / steps))) for i in range(steps + 1)]


def ring(top, bottom, r, left=0., right=1., gap=None):
    """A rounded rectangle with corner radius `r` (of the width; half of it down)."""
    q = r * .55
    line = (arc(right - r, top + q, r, q, -90, 0) + arc(right - r, bottom - q, r, q, 0, 90) + arc(left + r, bottom - q, r, q, 90, 180) + arc(left + r, top + q, r, q, 180, 270))
    return line + line[:1]


def bowl(top, bottom, r, right=1.):
    """From the left edge along the top, down the right side and back along the bottom."""
    q = min(r * .55, (bottom - top) / 2)
    return [(0, top)] + arc(right - r, top + q, r, q, -90, 0) + arc(right - r, bottom - q, r, q, 0, 90) + [(0, bottom)]


def hook(r, low, high):
    """The open shape of C and G, from the upper right to the lower right."""
    q = r * .55
    return [(1, high)] + arc(1 - r, q, r, q, 0, -90) + arc(r, q, r, q, 270, 180) + arc(r, 1 - q, r, q, 180, 90) + arc(1 - r, 1 - q, r, q, 90, 0) + [(1, low)]


def strokes(c, r, mid, v):
    """`r`: corner radius, `mid`: height of the middle bar, `v`: 0..1, which of two forms."""
    q = r * .55
    table = {
        'A': [[(0, 1), (.5, 0), (1, 1)], [(.18, .68), (.82, .68)]] if v < .6 else [[(0, 1), (0, q)] + arc(r, q, r, q, 180, 270) + arc(1 - r, q, r, q, -90, 0) + [(1, 1)], [(0, .58), (1, .58)]],
        'B': [bowl(0, mid, r, .94), bowl(mid, 1, r), [(0, 0), (0, 1)]],
        'C': [hook(r, .70, .30)],
        'D': [bowl(0, 1, min(.9, r * 1.3)), [(0, 0), (0, 1)]],
        'E': [[(1, 0), (0, 0), (0, 1), (1, 1)], [(0, mid), (.82, mid)]],
        'F': [[(1, 0), (0, 0), (0, 1)], [(0, mid), (.82, mid)]],
        'G': [hook(r, .55, .28), [(1, .55), (.55, .55)]],
        'H': [[(0, 0), (0, 1)], [(1, 0), (1, 1)], [(0, mid), (1, mid)]],
        'I': [[(.5, 0), (.5, 1)]] + ([[(.1, 0), (.9, 0)], [(.1, 1), (.9, 1)]] if v < .5 else []),
        'J': [[(1, 0), (1, 1 - q)] + arc(1 - r, 1 - q, r, q, 0, 90) + arc(r, 1 - q, r, q, 90, 180) + [(0, .68)]] + ([[(.45, 0), (1, 0)]] if v < .3 else []),
        'K': [[(0, 0), (0, 1)], [(1, 0), (.04, .58)], [(.34, .4), (1, 1)]],
        'L': [[(0, 0), (0, 1), (1, 1)]],
        'M': [[(0, 1), (0, 0), (.5, .45 + .4 * v), (1, 0), (1, 1)]],
        'N': [[(0, 1), (0, 0), (1, 1), (1, 0)]],
        'O': [ring(0, 1, min(.5, r * (1.25 if v < .5 else 1)))],
        'P': [bowl(0, mid + .06, r), [(0, 0), (0, 1)]],
        'Q': [ring(0, 1, min(.5, r * 1.2)), [(.55, .72), (.98, 1)]],
        'R': [bowl(0, mid + .02, r), [(0, 0), (0, 1)], [(.45, mid + .02), (1, 1)]],
        'S': [[(1, .26)] + arc(1 - r, q, r, q, 0, -90) + arc(r, q, r, q, 270, 180) + arc(r, mid - q, r, q, 180, 90) + arc(1 - r, mid + q, r, q, -90, 0) + arc(1 - r, 1 - q, r, q, 0, 90) + arc(r, 1 - q, r, q, 90, 180) + [(0, .74)]],
        'T': [[(0, 0), (1, 0)], [(.5, 0), (.5, 1)]],
        'U': [[(0, 0), (0, 1 - q)] + arc(r, 1 - q, r, q, 180, 90) + arc(1 - r, 1 - q, r, q, 90, 0) + [(1, 0)]],
        'V': [[(0, 0), (.5, 1), (1, 0)]],
        'W': [[(0, 0), (.22, 1), (.5, .3 - .25 * v), (.78, 1), (1, 0)]] if v < .7 else [[(0, 0), (0, 1), (.5, .5), (1, 1), (1, 0)]],
        'X': [[(0, 0), (1, 1)], [(1, 0), (0, 1)]],
        'Y': [[(0, 0), (.5, .5), (1, 0)], [(.5, .5), (.5, 1)]],
        'Z': [[(0, 0), (1, 0), (0, 1), (1, 1)]],
        '0': [ring(0, 1, r)] + ([[(.2, .78), (.8, .22)]] if v > .93 else []),
        '1': [[(.5, 0), (.5, 1)], [(.5, 0), (.16, .17)]] + ([[(.12, 1), (.88, 1)]] if v < .4 else []),
        '2': [[(0, .27)] + arc(r, q, r, q, 180, 270) + arc(1 - r, q, r, q, -90, 0) + [(1, .34), (0, 1), (1, 1)]],
        '3': [[(0, .24)] + arc(r, q, r, q, 180, 270) + arc(1 - r, q, r, q, -90, 0) + arc(1 - r, mid - q, r, q, 0, 90) + [(.38, mid)], [(.38, mid)] + arc(1 - r, mid + q, r, q, -90, 0) + arc(1 - r, 1 - q, r, q, 0, 90) + arc(r, 1 - q, r, q, 90, 180) + [(0, .76)]] if v < .75 else [[(0, 0), (1, 0), (.42, .42)] + arc(1 - r, mid + q, r, q, -90, 0) + arc(1 - r, 1 - q, r, q, 0, 90) + arc(r, 1 - q, r, q, 90, 180) + [(0, .76)]],
        '4': [[(.74, 1), (.74, 0), (0, .7), (1.04, .7)]] if v < .75 else [[(.74, 1), (.74, 0)], [(.2, 0), (0, .64), (1.04, .64)]],
        '5': [[(.95, 0), (.06, 0), (.03, .42)] + arc(1 - r, .40 + q, r, q, -90, 0) + arc(1 - r, 1 - q, r, q, 0, 90) + arc(r, 1 - q, r, q, 90, 180) + [(0, .76)]],
        '6': [ring(.42, 1, r), [(0, .7), (0, q)] + arc(r, q, r, q, 180, 270) + arc(1 - r, q, r, q, -90, 0) + [(1, .24)]] if v < .6 else [ring(.42, 1, r), [(0, .66), (.12, .38), (.62, 0)]],
        '7': [[(0, 0), (1, 0), (.36, 1)]] if v < .7 else [[(0, 0), (1, 0), (1, .16), (.42, .6), (.42, 1)]],
        '8': [ring(0, mid, r, .05, .95), ring(mid, 1, r)],
        '9': [ring(0, .58, r), [(1, .3), (1, 1 - q)] + arc(1 - r, 1 - q, r, q, 0, 90) + arc(r, 1 - q, r, q, 90, 180) + [(0, .76)]] if v < .6 else [ring(0, .58, r), [(1, .34), (.88, .62), (.38, 1)]],
    }
    return table[c]


class Dies:
    """One set of letterforms. `glyph` returns a mask of the letter and its advance."""

    def __init__(self, random):
        self.radius = random.choice([random.uniform(.2, .5), random.uniform(.38, .5)])
        self.mid = random.uniform(.44, .52)
        self.form = {c: random.random() for c in '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'}
        self.width = random.uniform(.36, .62)  # of a letter, in heights
        self.stroke = random.uniform(.10, .19)
        self.wider = random.uniform(1., 1.3)  # M and W
        self.letter_o = random.choice([1., 1., random.uniform(1., 1.2)])  # the letter O may be as narrow as zero

    def mask(self, c, tall):
        wide = self.width * (self.wider if c in 'MW' else self.letter_o if c in 'OQ' else 1) * tall
        pen = self.stroke * tall
        image = Image.new('L', (int((wide + 4) * SCALE), int((tall + 4) * SCALE)))
        draw = ImageDraw.Draw(image)
        across, down = wide - pen, tall - pen
        for line in strokes(c, min(.5, self.radius), self.mid, self.form[c]):
            points = [((2 + pen / 2 + x * across) * SCALE, (2 + pen / 2 + y * down) * SCALE) for x, y in line]
            draw.line(points, fill=255, width=max(1, round(pen * SCALE)), joint='curve')
            reach = pen * SCALE / 2
            for x, y in (points[0], points[-1]):
                draw.ellipse([x - reach, y - reach, x + reach, y + reach], fill=255)
        return image.resize((int(wide) + 4, int(tall) + 4), Image.BILINEAR, reducing_gap=2), wide
