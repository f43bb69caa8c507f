"""Draws plates and other signs: python3 render_plates.py FONTS OUT CHUNKS. Chunk i is always the same; chunks from 9000 on are for validation: other fonts, other dies."""
import glob, os, random, string, sys
from multiprocessing import Pool
import numpy as np
from PIL import Image, ImageDraw, ImageFont
from plate_glyphs import Dies
from plate_scenery import GLYPH_TALL, bolts, dirt, emblem, frame, ground, jittered, side_word, stickers
from plate_signs import SignArtist
from plate_states import CODES, DESIGNS, FORMATS, UNKNOWN, WORK_FORMATS, WORK_WORDS

W, H, EACH, VALID = 256, 128, 1000, 9000
CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
PLAIN = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ'
LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ' * 10 + 'OIQ'  # most states leave out O, I and Q
WORDS = 'ACORN,BAKER,BIRCH,CABIN,CEDAR,COAST,DELTA,EMBER,FLAME,GRACE,HARBOR,HILLS,IVORY,JOKER,KAYAK,LILY,MAPLE,MAJOR,NOVA,OASIS,OCEAN,OTTER,PEARL,PILOT,QUILT,RIVER,SOLO,STORM,TIGER,TULIP,UNITY,VIOLA,WAGON,XENON,YODEL,ZEBRA,BOX,FIG,GYM,HUB,INK,JAM,KEY,LOG,MUG,NUT,OAK,PIE,RYE,SKY,TOY,VAN,WAX,YAK,ZIP'.split(',')
NARROW = .74  # most width of a zero in heights of a capital letter
SCRIPT = ('lobster', 'pacifico', 'dancing')
SERIF = ('merriweather', 'playfair', 'slab', 'rokkitt', 'rye', 'zilla')


def serial(r, design, work):
    """The text with a `-` where the groups part."""
    kind = r.random()
    if kind < .08:
        return (r.choice(WORDS) + r.choice(['', '', str(r.randint(0, 99)), r.choice(WORDS)]))[:r.choice([7, 8])]
    if kind < .24:
        any_of = CHARACTERS if r.random() < .3 else PLAIN
        text = ''.join(r.choice(any_of) for _ in range(r.choice([3, 4, 5, 5, 6, 6, 7, 7, 8])))
        return text if r.random() < .5 else f'{text[:len(text) // 2]}-{text[len(text) // 2:]}'
    pattern = r.choice(WORK_FORMATS if work and r.random() < .7 else design['formats'] if kind < .8 else FORMATS)
    text = filled(r, pattern)
    if '-' not in text and r.random() < .25:
        cut = next((i for i in range(2, len(text) - 1) if text[i - 1].isdigit() != text[i].isdigit()), len(text) // 2)
        text = f'{text[:cut]}-{text[cut:]}'
    return text


def filled(r, pattern):
    return ''.join(r.choice(LETTERS) if c == 'A' else r.choice(string.digits) if c == '#' else c for c in pattern)


class Artist:
    def __init__(self, seed, fonts):
        self.r = random.Random(seed)
        self.fonts, self.cache, self.glyphs = fonts, {}, {}
        self.narrow = [one for one in fonts if self.is_narrow(one)]
        self.by_style = {'S': [one for one in fonts if any(key in one for key in SCRIPT)] or fonts, 'R': [one for one in fonts if any(key in one for key in SERIF)] or fonts}
        plain = [one for one in fonts if not any(key in os.path.basename(one) for key in SCRIPT + SERIF)]
        self.by_style['U'] = self.by_style['T'] = plain
        self.dies = [Dies(self.r) for _ in range(14)]

    def font(self, path, size):
        key = (path, size)
        if key not in self.cache:
            if len(self.cache) > 900:
                self.cache.clear()
            self.cache[key] = ImageFont.truetype(path, size)
        return self.cache[key]

    def is_narrow(self, path):
        font = ImageFont.truetype(path, 60)
        _, top, _, bottom = font.getbbox('H')
        return font.getlength('0') <= NARROW * (bottom - top)

    def label(self, draw, text, style, top, tall, ink, widest=.8, center=W / 2):
        """One line of text whose box starts at `top`, at most `widest` of the plate wide."""
        path = self.r.choice(self.by_style[style] if self.r.random() < .8 else self.fonts)
        size = max(7, int(tall * 1.35))
        font = self.font(path, size)
        long = font.getlength(text)
        if long > widest * W:
            font = self.font(path, max(6, int(size * widest * W / long)))
        draw.text((center, top + tall / 2), text, font=font, fill=ink, anchor='mm')

    def glyph(self, die, c):
        key = (id(die), c)
        if key not in self.glyphs:
            self.glyphs[key] = die.mask(c, GLYPH_TALL)
        return self.glyphs[key]

    def line(self, text, tall, between, stacked):
        """A mask of the serial, and the place of the emblem between the groups."""
        r = self.r
        die = r.choice(self.dies) if r.random() < .62 else None
        if die is None:
            path = r.choice(self.narrow if r.random() < .85 else self.fonts)
            box = self.font(path, 60).getbbox('H0')
            font = self.font(path, max(20, int(60 * tall / max(10, box[3] - box[1]))))
        gap = {'none': .22, 'dash': .36, 'dot': .3, 'emblem': .62}[between] * tall * r.uniform(.7, 1.3)
        spacing, mono = r.uniform(.05, .2) * tall, r.random() < .35
        canvas = Image.new('L', (900, H))
        draw, x, place = ImageDraw.Draw(canvas), 8., None
        middle = H / 2
        shown = stacked + text
        for i, c in enumerate(shown):
            if i < len(stacked):  # two small letters, one above the other
                font_small = self.font(r.choice(self.narrow), int(tall * .58))
                draw.text((x, middle + (-.27 if i == 0 else .27) * tall), c, font=font_small, fill=255, anchor='lm')
                x += 0 if i == 0 else tall * .34 + spacing
                continue
            if c == '-':
                if between == 'dash':
                    draw.rectangle([x + gap * .1, middle - tall * .05, x + max(gap * .2, gap * .8 - spacing), middle + tall * .05], fill=255)
                if between == 'dot':
                    draw.ellipse([x + gap / 2 - tall * .07 - spacing / 2, middle - tall * .07, x + gap / 2 + tall * .07 - spacing / 2, middle + tall * .07], fill=255)
                if between == 'emblem':
                    place = (x - spacing / 2, gap)
                x += gap
                continue
            if die:
                mask, wide = self.glyph(die, c)
                k = tall / GLYPH_TALL
                mask = mask.resize((max(2, int(mask.width * k)), max(2, int(mask.height * k))), Image.BILINEAR)
                cell = max(wide, GLYPH_TALL * die.width) * k if c != 'I' or mono else wide * k * .8
                canvas.paste(mask, (int(x + (cell - wide * k) / 2), int(middle - mask.height / 2)), mask)
                x += cell + spacing
            else:
                wide = font.getlength(c)
                cell = max(wide, font.getlength('0')) if mono else wide
                draw.text((x + (cell - wide) / 2, middle), c, font=font, fill=255, anchor='lm')
                x += cell + spacing
        return canvas.crop((0, 0, int(x - spacing + 8), H)), place

    def plate(self):
        """An RGB plate, its text, and its state."""
        r = self.r
        at = r.randrange(len(DESIGNS))
        design, plain = DESIGNS[at], r.random() < .22
        work = r.random() < .25
        image = Image.new('RGB', (W, H))
        draw = ImageDraw.Draw(image)
        ink, name_color = ground(r, image, draw, design, at, plain, work)
        name, slogan = design['name'], design['slogan'] if r.random() < .85 else ''
        code = design['code']
        if work and r.random() < .75:
            slogan = r.choice(WORK_WORDS)
        if plain and r.random() < .3:
            name, code = '', UNKNOWN
        below = code in ('CO', 'DE') if not plain else r.random() < .05
        tall = r.uniform(11, 17) if design['style'] != 'S' else r.uniform(13, 21)
        top, low = r.uniform(3, 9), H - r.uniform(13, 18)
        upper, lower = (slogan, name) if below else (name, slogan)
        if design['band'] and not plain:
            draw.rectangle([0, 0, W, top + tall + r.uniform(1, 7)], fill=jittered(r, design['band'], 14))
        for text, y, is_name in ((upper, top, not below), (lower, low, below)):
            if text:
                style = design['style'] if is_name else r.choice('UUTR')
                self.label(draw, text, style, y, tall if is_name else r.uniform(7, 12), name_color if is_name or r.random() < .5 else ink, .78 if is_name else .66, W / 2 + r.gauss(0, 4))
        text = serial(r, design, work)
        stacked = ''.join(r.choice(LETTERS) for _ in range(2)) if r.random() < .08 and len(text) < 7 else ''
        between = design['between'] if r.random() < .8 else r.choice(['none', 'dash', 'dot', 'emblem'])
        mask, place = self.line(text, r.uniform(52, 70), between, stacked)
        wide = min(mask.width * r.uniform(.9, 1.15), r.uniform(.8, .97) * W)
        k = wide / mask.width
        mask = mask.resize((int(wide), H), Image.BILINEAR)
        x, y = int((W - wide) / 2 + r.gauss(0, 4)), int(r.uniform(-4, 9))
        emboss(r, image, mask, x, y, ink)
        if place:
            emblem(r, draw, x + place[0] * k, place[1] * k, H / 2 + y, design, at, plain)
        bolts(r, draw)
        if wide < .86 * W:
            side_word(r, draw, lambda size: self.font(r.choice(self.narrow), size), ink)
        stickers(r, draw, lambda size: self.font(r.choice(self.fonts), size))
        dirt(r, draw)
        hidden = frame(r, draw, lambda size: self.font(r.choice(self.fonts), size))
        if hidden and plain:
            code = UNKNOWN
        return np.asarray(image), (stacked + text).replace('-', ''), CODES.index(code)


def emboss(r, image, mask, x, y, ink):
    """Raised letters: a light edge on one side, a dark one on the other."""
    if r.random() < .6:
        o, light = r.choice([1, 1, 2]), r.randint(130, 255)
        side = r.choice([(-1, -1), (1, -1), (0, -1)])
        image.paste((light,) * 3, (x + side[0] * o, y + side[1] * o), mask.point(lambda v: int(v * .6)))
        image.paste((r.randint(20, 130),) * 3, (x - side[0] * o, y - side[1] * o), mask.point(lambda v: int(v * .5)))
    image.paste(ink, (x, y), mask if r.random() < .85 else mask.point(lambda v: int(v * .8)))


def chunk(job):
    folder, out, index, kind = job
    fonts = sorted(glob.glob(f'{folder}/*.woff'))
    held = [one for at, one in enumerate(fonts) if at % 8 == 3]
    used = held if index >= VALID else [one for one in fonts if one not in held]
    artist = Artist(7919 * index + 3, used)
    if kind != 'plate':
        signs = SignArtist(7919 * index + (5 if kind == 'sign' else 11), used, artist.font)
        np.save(f'{out}/{kind}{index:04d}.npy', np.stack([signs.draw(kind) for _ in range(EACH)]))
        return
    plates = [artist.plate() for _ in range(EACH)]
    np.savez(f'{out}/plate{index:04d}.tmp.npz', text=np.array([one[1] for one in plates]), state=np.array([one[2] for one in plates]), radius=np.array([artist.r.randint(2, 13) for _ in plates]))
    np.save(f'{out}/plate{index:04d}.npy', np.stack([one[0] for one in plates]))
    os.rename(f'{out}/plate{index:04d}.tmp.npz', f'{out}/plate{index:04d}.npz')


def main():
    folder, out, chunks = sys.argv[1], sys.argv[2], int(sys.argv[3])
    os.makedirs(out, exist_ok=True)
    first = [(folder, out, index, 'plate') for index in range(min(16, chunks))] + [(folder, out, index, kind) for kind in ('sign', 'number') for index in range(max(1, min(8, chunks // 4)))]
    rest = [(folder, out, index, 'plate') for index in [VALID, VALID + 1, VALID + 2][:max(1, chunks // 8)] + list(range(16, chunks))]
    with Pool(min(16, os.cpu_count() or 1)) as pool:
        for _ in pool.imap_unordered(chunk, first + rest, chunksize=1):
            pass
    open(f'{out}/done', 'w').close()


if __name__ == '__main__':
    main()
