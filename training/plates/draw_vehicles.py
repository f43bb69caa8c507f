"""Draws vehicles for the classifier of equipment: python3 draw_vehicles.py PHOTOS BOXES OUT CHUNKS. A truck with a trailer has the class of the trailer.
Chunks from VALID on are held out: other seeds and photographs; those from VALID_STYLES on are also drawn in other styles."""
import glob, math, os, random, sys
from multiprocessing import Pool
import numpy as np
from PIL import Image, ImageDraw, ImageFilter
from photo_boxes import load_boxes
from vehicle_styles import HELD_OUT, TRAINED, styled

TYPES = ('tractor', 'day-cab', 'box-truck', 'dry-van', 'reefer', 'flatbed', 'tanker', 'container-chassis', 'bus', 'car', 'none')
SIZE, EACH, VALID, VALID_STYLES = 144, 500, 9000, 9500
W, H, GROUND = 420, 200, 172


def tone(r, low=0, high=255):
    return tuple(r.randint(low, high) for _ in range(3))


def paint(r):
    return r.choice([tone(r), (r.randint(215, 255),) * 3, (r.randint(215, 255),) * 3, (r.randint(20, 70),) * 3, (r.randint(110, 200),) * 3])


def shade(color, by):
    return tuple(max(0, min(255, int(c * by))) for c in color)


class Side:
    """A vehicle seen from its side, driving to the right."""

    def __init__(self, r):
        self.r, self.image = r, Image.new('RGBA', (W, H))
        self.draw = ImageDraw.Draw(self.image)

    def box(self, x0, y0, x1, y1, color, outline=None):
        self.draw.rectangle([min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)], fill=color + (255,), outline=outline)

    def poly(self, points, color):
        self.draw.polygon(points, fill=color + (255,))

    def wheel(self, x, size):
        d, y = self.draw, GROUND - size
        d.ellipse([x - size, y - size, x + size, y + size], fill=(22, 22, 24, 255))
        hub = size * self.r.uniform(.45, .65)
        d.ellipse([x - hub, y - hub, x + hub, y + hub], fill=self.r.choice([(190, 190, 195, 255), (120, 120, 125, 255), (60, 60, 64, 255)]))

    def cab(self, x, color, sleeper, over=False):
        """From `x` to the right. Returns nothing; about 95 pixels long, less where the engine is below the driver."""
        r = self.r
        top, roof = GROUND - r.uniform(88, 100), GROUND - r.uniform(104, 128)
        back = x
        if sleeper:
            self.poly([(x, GROUND - 22), (x, roof), (x + r.uniform(24, 36), roof + r.uniform(0, 4)), (x + 56, top + 8), (x + 56, GROUND - 22)], color)
            back = x + 34
        cabin = back + r.uniform(30, 38)
        nose = cabin + (r.uniform(4, 10) if over else r.uniform(28, 44))
        hood = GROUND - r.uniform(52, 64)
        self.poly([(back, GROUND - 20), (back, top), (cabin - 8, top), (cabin + (4 if not over else 8), hood if not over else GROUND - 50), (nose, hood + r.uniform(2, 10)), (nose + 2, GROUND - 16), (back, GROUND - 16)], color)
        self.poly([(back + 8, GROUND - 66), (back + 8, top + 8), (cabin - 9, top + 8), (cabin - 1, GROUND - 66)], shade((90, 110, 130), r.uniform(.4, 1.2)))
        self.box(back, GROUND - 26, nose - 2, GROUND - 16, shade(color, .7))
        self.draw.line([(back + 6, top), (back + 6, GROUND - 24)], fill=(40, 40, 40, 255), width=1)
        if r.random() < .6:
            self.box(back - 4, top - r.uniform(0, 22), back - 1, GROUND - 30, (200, 200, 205))
        if r.random() < .8:
            self.box(x + 4, GROUND - 30, x + 34, GROUND - 16, r.choice([(170, 172, 176), shade(color, .8)]))
        if r.random() < .7:
            for row in range(r.randint(1, 3)):
                self.box(back + 8, GROUND - 56 + row * 7, back + 8 + r.randint(8, 20), GROUND - 53 + row * 7, (20, 20, 20) if sum(color) > 330 else (235, 235, 235))
        for at in (nose - 22,):
            self.wheel(at, 17)

    def rear_axles(self, x, count=2, size=16):
        for k in range(count):
            self.wheel(x + k * (size * 2 + 3), size)

    def ribs(self, x0, y0, x1, y1, color, step):
        at = x0
        while at < x1:
            self.draw.line([(at, y0), (at, y1)], fill=shade(color, self.r.choice([.8, .88, 1.1])) + (255,), width=1)
            at += step

    def lettering(self, x0, y0, x1, y1, color):
        for _ in range(self.r.choice([0, 1, 1, 2])):
            wide, tall = self.r.uniform(.15, .6) * (x1 - x0), self.r.uniform(.08, .3) * (y1 - y0)
            x, y = self.r.uniform(x0, x1 - wide), self.r.uniform(y0, y1 - tall)
            ink = tone(self.r)
            count = self.r.randint(4, 12)
            for k in range(count):
                if self.r.random() < .9:
                    self.box(x + k * wide / count, y, x + (k + .7) * wide / count, y + tall, ink)

    def trailer(self, kind):
        r = self.r
        front = 300 if r.random() < .8 else 400  # the trailer alone fills the picture at times
        back, deck, top = r.uniform(4, 40), GROUND - 36, GROUND - r.uniform(120, 138)
        color = paint(r)
        if kind in ('dry-van', 'reefer'):
            self.box(back, top, front, deck, color, shade(color, .6))
            if kind == 'dry-van' or r.random() < .4:
                self.ribs(back, top, front, deck, color, r.uniform(5, 22))
            self.lettering(back + 10, top + 8, front - 20, deck - 8, color)
            self.box(back, deck, front, deck + r.uniform(2, 4), shade(color, .5))
            if kind == 'reefer':
                unit = r.choice([(235, 235, 235), (200, 202, 205), color, (60, 62, 66)])
                tall = r.uniform(.45, .75) * (deck - top)
                self.box(front, top + r.uniform(2, 10), front + r.uniform(13, 20), top + tall, unit, (40, 40, 40))
                for k in range(r.randint(4, 8)):
                    self.box(front + 2, top + 16 + k * 5, front + 12, top + 18 + k * 5, shade(unit, .4))
                self.box(back + (front - back) * .55, deck + 4, back + (front - back) * .55 + 34, deck + 16, (190, 190, 192))
        elif kind == 'flatbed':
            thin = r.uniform(5, 9)
            self.box(back, deck - thin, front, deck, r.choice([(60, 50, 45), (150, 150, 155), (40, 40, 44), color]))
            load = r.random()
            if load < .3:
                for k in range(r.randint(1, 4)):
                    x = back + 15 + k * 70
                    self.box(x, deck - thin - r.uniform(14, 50), min(front - 4, x + r.uniform(40, 66)), deck - thin, r.choice([(190, 150, 100), (150, 120, 80), tone(r)]))
            elif load < .5:
                for k in range(r.randint(1, 3)):
                    x, s = back + 50 + k * 80, r.uniform(14, 24)
                    self.draw.ellipse([x - s, deck - thin - 2 * s, x + s, deck - thin], fill=(130, 132, 138, 255), outline=(60, 60, 60, 255))
            elif load < .6:
                self.poly([(back + 10, deck - thin), (back + 20, deck - 60), (front - 40, deck - 66), (front - 20, deck - thin)], tone(r, 20, 160))
            if r.random() < .4:
                self.box(front - 5, deck - r.uniform(40, 60), front, deck, (150, 150, 155))
        elif kind == 'tanker':
            low, high = deck + 6, deck - r.uniform(58, 74)
            self.draw.rounded_rectangle([back, high, front, low], radius=r.uniform(20, 34), fill=color + (255,), outline=shade(color, .6))
            for k in range(4):
                y = high + (low - high) * (.12 + .22 * k)
                self.draw.line([(back + 16, y), (front - 16, y)], fill=shade(color, 1.25 - .22 * k) + (255,), width=7)
            for k in range(r.randint(2, 6)):
                x = back + (front - back) * (k + 1) / 7
                self.draw.line([(x, high + 1), (x, low - 1)], fill=shade(color, .6) + (255,), width=2)
            for k in range(r.randint(1, 4)):
                x = back + (front - back) * (k + 1) / 5
                self.box(x, high - 6, x + 16, high, (90, 90, 95))
            if r.random() < .6:
                self.draw.line([(back + 20, high - 8), (front - 20, high - 8)], fill=(120, 120, 124, 255), width=2)
        else:
            color = r.choice([(150, 60, 40), (40, 70, 120), (30, 110, 80), (200, 120, 30), (120, 122, 126), tone(r, 30, 200)])
            start, end = back + r.uniform(2, 12), front - r.uniform(4, 30)
            high = deck - r.uniform(72, 86)
            self.box(start, high, end, deck - 8, color, shade(color, .4))
            at = start
            while at < end - 3:
                self.box(at, high + 3, at + 2.5, deck - 11, shade(color, .72))
                at += r.choice([5, 6])
            for x in (start, end - 4):
                for y in (high, deck - 13):
                    self.box(x, y, x + 4, y + 5, shade(color, .4))
            if r.random() < .8:
                self.box(end - 70, high + 8, end - 70 + r.uniform(20, 50), high + 14, (235, 235, 235))
            self.box(back, deck - 7, front, deck - 2, (35, 35, 38))
        axles = r.uniform(back + 20, back + 60)
        self.rear_axles(axles, 2)
        if r.random() < .7:
            self.box(front - 60, deck, front - 56, GROUND - 8, (70, 70, 74))
        self.box(back, deck, back + 4, GROUND - 14, (180, 40, 40))
        if front == 300:
            self.box(250, GROUND - 28, 330, GROUND - 20, (40, 40, 44))
            self.rear_axles(262, 2)
            self.cab(302 + 14, paint(r), r.random() < .7)

    def draw_kind(self, kind):
        r = self.r
        color = paint(r)
        if kind in ('tractor', 'day-cab'):
            long = r.uniform(60, 100)
            self.box(120, GROUND - 30, 120 + long + 60, GROUND - 20, (40, 40, 44))
            self.rear_axles(138, 2)
            self.box(120, GROUND - 40, 120 + long * .6, GROUND - 32, (50, 50, 54))
            self.cab(120 + long, color, kind == 'tractor')
        elif kind == 'box-truck':
            x0, x1, top = r.uniform(60, 110), 250, GROUND - r.uniform(96, 122)
            self.box(x0, GROUND - 30, 330, GROUND - 22, (45, 45, 48))
            self.box(x0, top, x1, GROUND - 28, paint(r), (60, 60, 60))
            self.lettering(x0 + 6, top + 6, x1 - 6, GROUND - 36, color)
            if r.random() < .4:
                self.poly([(x1, top), (x1 + 24, top + 2), (x1 + 20, GROUND - 92), (x1, GROUND - 92)], paint(r))
            self.wheel(x0 + r.uniform(36, 60), 16)
            self.cab(x1 + 4, color, False, over=r.random() < .5)
        elif kind == 'bus':
            x0, x1, top = r.uniform(10, 80), 400, GROUND - r.uniform(88, 112)
            color = r.choice([(240, 180, 30), (240, 180, 30), color, tone(r)])
            self.draw.rounded_rectangle([x0, top, x1, GROUND - 16], radius=9, fill=color + (255,))
            glass = shade((80, 95, 110), r.uniform(.4, 1.2))
            if r.random() < .4:
                self.box(x0 + 8, top + 12, x1 - 6, top + 42, glass)
            at = x0 + 8
            while at < x1 - 40:
                self.box(at, top + 12, at + 20, top + 38, glass)
                at += 25
            self.box(x1 - 30, top + 10, x1 - 12, GROUND - 22, glass)
            self.draw.line([(x0, GROUND - 46), (x1, GROUND - 46)], fill=shade(color, .5) + (255,), width=r.randint(1, 6))
            self.wheel(x0 + r.uniform(50, 90), 16)
            self.wheel(x1 - r.uniform(50, 80), 16)
        elif kind == 'car':
            x0, long, tall = r.uniform(60, 110), r.uniform(200, 240), r.uniform(66, 92)
            roof, belt = GROUND - tall, GROUND - tall * .58
            style = r.choice(['sedan', 'wagon', 'pickup'])
            a, b = {'sedan': (.24, .66), 'wagon': (.06, .68), 'pickup': (.42, .68)}[style]
            self.draw.rounded_rectangle([x0, belt, x0 + long, GROUND - 12], radius=12, fill=color + (255,))
            self.poly([(x0 + long * (a - .08 if style != 'pickup' else a), belt + 4), (x0 + long * a + 8, roof), (x0 + long * b - 12, roof), (x0 + long * (b + .12), belt + 4)], color)
            glass = shade((80, 95, 110), r.uniform(.4, 1.2))
            self.poly([(x0 + long * a + 4, belt + 1), (x0 + long * a + 14, roof + 5), (x0 + long * b - 14, roof + 5), (x0 + long * (b + .08), belt + 1)], glass)
            self.box(x0 + long * (a + b) / 2 - 2, roof, x0 + long * (a + b) / 2 + 2, belt, color)
            self.wheel(x0 + long * .2, 17)
            self.wheel(x0 + long * .8, 17)
        else:
            self.trailer(kind)
        return self.image


def clear_part(r, photos, boxes):
    """A part of a photograph above its plates, or a plain sky and road."""
    if r.random() < .35:
        top, low = np.array(tone(r, 90, 255)), np.array(tone(r, 40, 200))
        ramp = np.linspace(0, 1, SIZE)[:, None, None]
        image = Image.fromarray((top * (1 - ramp) + low * ramp + np.random.RandomState(r.randint(0, 9999)).normal(0, r.uniform(1, 14), (SIZE, SIZE, 1))).clip(0, 255).astype(np.uint8).repeat(1, 1))
        draw = ImageDraw.Draw(image)
        line = r.uniform(.35, .75) * SIZE
        draw.rectangle([0, line, SIZE, SIZE], fill=(r.randint(60, 160),) * 3)
        for _ in range(r.randint(0, 8)):
            x, y, s = r.uniform(0, SIZE), r.uniform(0, line), r.uniform(4, 60)
            draw.rectangle([x, y, x + s, line], fill=tone(r, 30, 200)) if r.random() < .5 else draw.ellipse([x, line - s, x + s, line + 2], fill=tone(r, 20, 140))
        return image
    name = r.choice(sorted(photos))
    image = photos[name]
    limit = max(60, min([box[1] for box in boxes[name]]) * .7)
    wide = r.uniform(.25, .8) * image.width
    x = r.uniform(0, image.width - wide)
    part = image.crop((int(x), 0, int(x + wide), int(min(image.height, limit)))).resize((SIZE, SIZE))
    return part.transpose(Image.FLIP_LEFT_RIGHT) if r.random() < .5 else part


def real_car(r, photos, boxes):
    name = r.choice(sorted(photos))
    box = r.choice(boxes[name])
    reach = (box[2] - box[0]) * r.uniform(3.2, 5.5)
    x, y = (box[0] + box[2]) / 2 + r.uniform(-.15, .15) * reach, (box[1] + box[3]) / 2 - reach * r.uniform(.05, .3)
    return photos[name].crop((int(x - reach / 2), int(y - reach / 2), int(x + reach / 2), int(y + reach / 2))).resize((SIZE, SIZE))


def picture(r, kind, photos, boxes, styles):
    image = clear_part(r, photos, boxes)
    if kind == 'car' and r.random() < .5:
        image = real_car(r, photos, boxes)
    elif kind != 'none':
        vehicle = Side(r).draw_kind(kind)
        box = vehicle.getbbox()
        vehicle = styled(r, vehicle.crop(box), r.choice(styles))
        if r.random() < .5:
            vehicle = vehicle.transpose(Image.FLIP_LEFT_RIGHT)
        wide = SIZE * r.uniform(.6, 1.12) * min(1, vehicle.width / 220 + .2)
        tall = wide * vehicle.height / vehicle.width * r.uniform(.95, 1.7)
        lean, pull = r.gauss(0, .06), r.gauss(0, .13)
        source = [(0, 0), (vehicle.width, 0), (vehicle.width, vehicle.height), (0, vehicle.height)]
        big = vehicle.transform((int(wide), int(tall)), Image.QUAD, [v for c in (source[0], source[3], source[2], source[1]) for v in c], Image.BILINEAR)
        grow = lambda x: 1 + pull * (x / wide - .5)
        size = (int(wide), int(tall * 1.2) + 2)
        big = big.transform(size, Image.QUAD, [0, -tall * .1 * grow(0) + lean * 20, 0, tall * 1.1 * grow(0) + lean * 20, wide, tall * 1.1 * grow(wide) - lean * 20, wide, -tall * .1 * grow(wide) - lean * 20], Image.BILINEAR)
        x, y = int((SIZE - wide) / 2 + r.gauss(0, 10)), int(SIZE * r.uniform(.55, .95) - tall)
        draw = ImageDraw.Draw(image)
        if r.random() < .7:
            draw.ellipse([x, y + tall * .95, x + wide, y + tall * 1.12], fill=tone(r, 20, 70))
        image.paste(big, (x, y), big)
    pixels = np.asarray(image.filter(ImageFilter.GaussianBlur(r.uniform(0, 1.4))), np.float32)
    noise = np.random.RandomState(r.randint(0, 10 ** 8))
    pixels = pixels * math.exp(r.gauss(-.1, .35)) * np.exp(noise.normal(0, .06, 3)) + noise.normal(0, r.uniform(0, 14), pixels.shape)
    if r.random() < .1:
        pixels = pixels.mean(2, keepdims=True).repeat(3, 2)
    return pixels.clip(0, 255).astype(np.uint8).transpose(2, 0, 1)


def chunk(job):
    folder, boxes_path, out, index = job
    sizes = {os.path.splitext(os.path.basename(one))[0]: Image.open(one).size for one in glob.glob(f'{folder}/*')}
    boxes, names = load_boxes(boxes_path, sizes), sorted(sizes)
    names = [one for at, one in enumerate(names) if one in boxes and (at // 8 % 8 == 3) == (index >= VALID)]
    r = random.Random(104729 * index + 1)
    photos = {one: Image.open(glob.glob(f'{folder}/{one}.*')[0]).convert('RGB') for one in r.sample(names, min(60, len(names)))}
    styles = HELD_OUT if index >= VALID_STYLES else TRAINED
    kinds = [r.randrange(len(TYPES)) for _ in range(EACH)]
    np.savez(f'{out}/vehicle{index:04d}.npz', images=np.stack([picture(r, TYPES[kind], photos, boxes, styles) for kind in kinds]), kinds=np.array(kinds))


if __name__ == '__main__':
    os.makedirs(sys.argv[3], exist_ok=True)
    with Pool(min(15, os.cpu_count() or 1)) as pool:
        pool.map(chunk, [(*sys.argv[1:4], index) for index in [VALID + k for k in range(6)] + [VALID_STYLES + k for k in range(6)] + list(range(int(sys.argv[4])))], chunksize=1)
