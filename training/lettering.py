"""Texts as trucks and plates carry them, and their rendering as masks. Deterministic for a seed."""
import glob, os, random, string
import numpy as np
from PIL import Image, ImageDraw, ImageFont

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-#&./:,'()@!+$ "
CLASS_OF = {c: i + 1 for i, c in enumerate(ALPHABET)}  # class 0 is the CTC blank
HEIGHT, WIDTH = 48, 432
LONGEST = 26
L, D = string.ascii_uppercase, string.digits
FONTS = os.environ.get('FONTS', os.path.join(os.path.dirname(os.path.abspath(__file__)), 'fonts'))
NARROW = ('condensed', 'narrow', 'bebas', 'fjalla', 'antonio', 'teko', 'khand', 'barlow', 'saira', 'share', 'roboto',
          'overpass', 'big-shoulders', 'encode', 'asap', 'rajdhani', 'staatliches', 'mohave', 'mono', 'pragati', 'sofia',
          'squada', 'economica', 'yanone', 'francois', 'play', 'russo', 'quantico', 'oxanium', 'unica', 'jockey')

PLATE_FORMATS = ('AAA#### AAA### ###AAA #AAA### AA##### A###### AA####A AA#A#A AAA##A ##AAA# A##AAA ###### ####### AA##AA '
                 'A##### P###### ##A#### AAA#AAA ####AA #AA#### AA###AA A###AAA AA#### ####AAA #A##### #####A ######A AA###A '
                 '####A# ##AA## #AAAA## AAAA### T###### ####### AP##### #####AA').split()
STATES = ('ALABAMA ALASKA ARIZONA ARKANSAS CALIFORNIA COLORADO CONNECTICUT DELAWARE FLORIDA GEORGIA HAWAII IDAHO ILLINOIS INDIANA '
          'IOWA KANSAS KENTUCKY LOUISIANA MAINE MARYLAND MASSACHUSETTS MICHIGAN MINNESOTA MISSISSIPPI MISSOURI MONTANA NEBRASKA NEVADA '
          'NEW_HAMPSHIRE NEW_JERSEY NEW_MEXICO NEW_YORK NORTH_CAROLINA NORTH_DAKOTA OHIO OKLAHOMA OREGON PENNSYLVANIA RHODE_ISLAND '
          'SOUTH_CAROLINA SOUTH_DAKOTA TENNESSEE TEXAS UTAH VERMONT VIRGINIA WASHINGTON WEST_VIRGINIA WISCONSIN WYOMING ONTARIO QUEBEC '
          'ALBERTA MANITOBA SASKATCHEWAN BRITISH_COLUMBIA NOVA_SCOTIA').replace('_', '\u00a0').split(' ')
STATES = [s.replace('\u00a0', ' ') for s in STATES]
SLOGANS = ('APPORTIONED,COMMERCIAL,TRAILER,TRUCK,PERMANENT,SEMI TRAILER,SUNSHINE STATE,GARDEN STATE,EMPIRE STATE,LAND OF LINCOLN,'
           'THE LONE STAR STATE,GREAT LAKES,YOURS TO DISCOVER,JE ME SOUVIENS,FIRST IN FLIGHT,PEACH STATE,NATIVE AMERICA,DMV.CA.GOV,'
           'MYFLORIDA.COM,EVERGREEN STATE,IN GOD WE TRUST,FAMOUS POTATOES,LIVE FREE OR DIE,VACATIONLAND,OCEAN STATE,BIG SKY COUNTRY,'
           'GRAND CANYON STATE,AMERICA\'S DAIRYLAND,10000 LAKES,SHOW-ME STATE,BIRTHPLACE OF AVIATION,VISITPA.COM,EXCELSIOR').split(',')
WORDS = ('TRUCKING TRANSPORT LOGISTICS EXPRESS FREIGHT LINES HAULING CARRIERS INC LLC CORP CO BROS AND SONS AMERICAN NATIONAL UNITED '
         'EAGLE STAR MIDWEST WESTERN EASTERN PACIFIC ATLANTIC GULF COAST MOUNTAIN VALLEY RIVER LAKE FRONTIER SAFETY FIRST DRIVERS WANTED '
         'CALL NOW STOPS WIDE TURNS KEEP BACK FEET UTILITY GREAT DANE WABASH STOUGHTON HYUNDAI FREIGHTLINER KENWORTH PETERBILT VOLVO MACK '
         'INTERNATIONAL HOW IS MY DRIVING LEASED TO OPERATED BY EMPTY WEIGHT GVW LBS AIR RIDE CAUTION DALLAS TX CHICAGO IL ATLANTA GA '
         'MEMPHIS TN PHOENIX AZ FRESNO CA DENVER OMAHA NE TULSA OK TAMPA FL HOUSTON MIAMI RENO NV BOISE ID FARGO ND LAREDO COLUMBUS OH '
         'TOLEDO NEWARK NJ BOSTON MA JOLIET LOUISVILLE KY KANSAS CITY MO TOPEKA KS AMARILLO MACON MOBILE AL JACKSON MS SPOKANE WA').split()


def chars(rng, among, n):
    return ''.join(rng.choice(among) for _ in range(n))


VANITY = ('GO MY THE I LUV 2 4 U FAST MOM DAD GRL BOY DOC DAWG FAN KING QUEEN LUCKY BLUE RED JEEP BENZ VETTE TRUK RIDE TOY FUN SUN SEA SKI RUN '
          'DIRT MUD BOSS LADY CPA RN ESQ USMC USA NAVY ARMY HERO WILD CAT BIRD WOLF BEAR').split()


def vanity(rng):
    text = ''.join(rng.choice(VANITY) if rng.random() < .7 else chars(rng, L, rng.randint(1, 4)) for _ in range(rng.randint(1, 3)))
    if rng.random() < .3:
        text += chars(rng, D, rng.randint(1, 2))
    return text[:7] if len(text) > 1 else text + chars(rng, L, 2)


def plate(rng):
    if rng.random() < .08:
        return vanity(rng)
    text = ''.join(rng.choice(L) if c == 'A' else rng.choice(D) if c == '#' else c for c in rng.choice(PLATE_FORMATS))
    if rng.random() < .55:
        at = rng.randint(1, len(text) - 2) if rng.random() < .3 else rng.randint(2, len(text) - 2)
        text = text[:at] + rng.choice([' ', ' ', ' ', '-', '.']) + text[at:]
    return text


def words(rng):
    parts = [rng.choice(WORDS) if rng.random() < .6 else chars(rng, L, rng.randint(3, 9)) for _ in range(rng.randint(1, 3))]
    text = ' '.join(parts)
    r = rng.random()
    if r < .12:
        text = f"{parts[0]}, {chars(rng, L, 2)}"
    elif r < .18:
        text = f"{chars(rng, L, 1)} {rng.choice('&+')} {chars(rng, L, 1)} {parts[0]}"
    elif r < .22:
        text = f"{parts[0]}.COM"
    return text[:LONGEST].strip()


def text_of(rng):
    r = rng.random()
    if r < .02:
        return '', 'blank'
    if r < .44:
        return plate(rng), 'plate'
    if r < .58:
        prefix = rng.choice(['USDOT ', 'US DOT ', 'USDOT# ', 'DOT ', 'DOT# ', 'USDOT: ', 'U.S. DOT ', 'USDOT', 'DOT#', 'US DOT# ', 'USDOT NO. ', 'USDOT # '])
        return prefix + chars(rng, D, rng.choice([5, 6, 7, 7, 7, 8])), 'line'
    if r < .63:
        return rng.choice(['MC ', 'MC-', 'MC# ', 'MC', 'ICC MC ', 'MX ', 'FF-', 'MC-']) + chars(rng, D, rng.choice([5, 6, 6, 6, 7])), 'line'
    if r < .75:
        return rng.choice(['', '', '', '', 'T', 'T-', 'TR', '#', 'NO. ', 'UNIT ', 'A', 'V', '53-', 'R', 'U', 'HT', 'TRUCK ']) + chars(rng, D, rng.randint(2, 8)), 'line'
    if r < .78:
        return rng.choice(['VIN ', 'VIN: ', '', 'KYU ', 'GVW ', 'IN ', 'KY ', 'SER ']) + chars(rng, L + D, rng.randint(6, 17)), 'line'
    if r < .80:
        return chars(rng, L, 3) + rng.choice('UJZ') + rng.choice([' ', '']) + chars(rng, D, 6) + rng.choice([' ', '']) + chars(rng, D, 1), 'line'
    if r < .84:
        form = rng.choice(['(%s) %s-%s', '%s-%s-%s', '%s.%s.%s', '1-%s-%s-%s'])
        return form % tuple(chars(rng, D, n) for n in (3, 3, 4)), 'line'
    if r < .90:
        return rng.choice(STATES + SLOGANS), 'line'
    return words(rng), 'line'


def fonts(validation):
    files = sorted(glob.glob(os.path.join(FONTS, '*.woff')))
    chosen = [f for i, f in enumerate(files) if (i % 12 == 5) == validation]
    narrow = [f for f in chosen if any(part in os.path.basename(f) for part in NARROW)]
    return chosen, narrow or chosen


_loaded = {}


def font(path, size):
    key = (path, size)
    if key not in _loaded:
        if len(_loaded) > 600:
            _loaded.clear()
        _loaded[key] = ImageFont.truetype(path, size)
    return _loaded[key]


def emblem(draw, rng, x0, x1, y0, y1):
    """A map, star or seal between the two parts of a plate number. It is read as a space."""
    tone = rng.randint(40, 230)
    top = y0 + rng.uniform(0, .5) * (y1 - y0)
    bottom = top + rng.uniform(.25, .6) * (y1 - y0)
    left, right = x0 + rng.uniform(0, .25) * (x1 - x0), x1 - rng.uniform(0, .25) * (x1 - x0)
    shape = rng.random()
    if shape < .35:
        draw.ellipse((left, top, right, bottom), fill=tone)
    elif shape < .55:
        draw.rectangle((left, top, right, bottom), fill=tone)
    else:
        draw.polygon([(rng.uniform(left, right), rng.uniform(top, bottom)) for _ in range(rng.randint(4, 9))], fill=tone)


def drawn(rng, text, kind, face, size):
    """The text as a cropped mask."""
    shown = text.title() if kind == 'line' and rng.random() < .12 else text.lower() if kind == 'line' and rng.random() < .03 else text
    spacing = rng.choice([0, 1, 2, 3, 4, 5]) if kind == 'plate' else rng.choice([0, 0, 0, 0, 1, 2, 3, 4])
    extra = rng.uniform(0, size * .8) if kind == 'plate' and ' ' in shown and rng.random() < .7 else 0
    widths = [face.getlength(c) for c in shown]
    total = sum(widths) + spacing * len(shown) + extra * shown.count(' ')
    if total < 6:
        return None
    image = Image.new('L', (int(total) + 12, size * 2), 0)
    draw = ImageDraw.Draw(image)
    gaps = []
    if spacing == 0 and extra == 0:
        draw.text((4, size // 3), shown, fill=255, font=face)
    else:
        x = 4
        for c, w in zip(shown, widths):
            if c == ' ':
                gaps.append((x, x + w + extra))
                x += extra
            draw.text((x, size // 3), c, fill=255, font=face)
            x += w + spacing
    box = image.getbbox()
    if not box:
        return None
    for x0, x1 in gaps:
        if kind == 'plate' and x1 - x0 > 6 and rng.random() < .7:
            emblem(draw, rng, x0, x1, box[1], box[3])
    return image.crop((box[0], box[1], box[2], box[3]))


_glyphs = {}


def glyph(path, c):
    """One character, cropped to its ink."""
    key = (path, c)
    if key not in _glyphs:
        if len(_glyphs) > 6000:
            _glyphs.clear()
        image = Image.new('L', (120, 120), 0)
        ImageDraw.Draw(image).text((24, 16), c, fill=255, font=font(path, 48))
        box = image.getbbox()
        _glyphs[key] = image.crop(box) if box else None
    return _glyphs[key]


def die_cut(rng, text, path):
    """A plate as it is pressed: every character has the same cell, whatever the face; the gaps may hold an emblem."""
    height = HEIGHT - 8
    cell, gap = height * rng.uniform(.34, .66), height * rng.uniform(.06, .26)
    space = cell * rng.uniform(.3, 1.5)
    narrow = {'I': rng.uniform(.2, .5), '1': rng.uniform(.35, .8), '-': .5, '.': .25, 'J': rng.uniform(.75, 1)}
    has_slash, is_emblem = rng.random() < .12, rng.random() < .6
    image = Image.new('L', (int(len(text) * (cell + gap) + space * text.count(' ')) + 12, height), 0)
    draw = ImageDraw.Draw(image)
    x = 2.
    for c in text:
        if c == ' ':
            if is_emblem and space - gap > 6:
                emblem(draw, rng, x, x + space - gap, 0, height)
            x += space
            continue
        part = glyph(path, c)
        if part is None:
            return None
        width = max(2, int(cell * narrow.get(c, 1)))
        if c in '-.':
            part = part.resize((width, max(3, int(height * rng.uniform(.1, .2)))))
            image.paste(part, (int(x), height // 2 if c == '-' else height - part.size[1] if rng.random() < .5 else height // 2))
        else:
            image.paste(part.resize((width, height), Image.BILINEAR), (int(x), 0))
        if c == '0' and has_slash:
            draw.line((x + width * .25, height * .75, x + width * .75, height * .25), fill=255, width=max(2, height // 12))
        x += width + gap
    box = image.getbbox()
    return image.crop((box[0], 0, box[2], height)) if box else None


def stacked(rng, mask, path, size):
    """Two small letters, one above the other, before the number, as on truck and trailer plates."""
    pair = chars(rng, L, 2)
    face = font(path, size)
    parts = [drawn(rng, c, 'blank', face, size) for c in pair]
    if any(p is None for p in parts):
        return None
    h = mask.size[1]
    w = int(h * rng.uniform(.3, .5))
    out = Image.new('L', (mask.size[0] + w + 3, h), 0)
    for i, part in enumerate(parts):
        out.paste(part.resize((w, max(2, int(h * .46)))), (0, 0 if i == 0 else h - int(h * .46)))
    out.paste(mask, (w + 3, 0))
    return pair, out


def sample(rng, every, narrow):
    while True:
        text, kind = text_of(rng)
        if kind == 'blank':
            return np.zeros((HEIGHT - 8, rng.randint(40, 200)), np.uint8), ''
        path = rng.choice(narrow if kind == 'plate' and rng.random() < .75 else every)
        size = rng.choice([32, 38, 44])
        try:
            mask = die_cut(rng, text, path) if kind == 'plate' and rng.random() < .5 else drawn(rng, text, kind, font(path, size), size)
            if mask is not None and kind == 'plate' and rng.random() < .08:
                pair, mask = stacked(rng, mask, path, size) or ('', None)
                text = pair + text
        except OSError:
            continue
        if mask is None:
            continue
        w, h = mask.size
        height = HEIGHT - 8
        width = min(WIDTH - 8, max(6, int(w * height / max(h, 12) * rng.uniform(.75, 1.25))))
        if width / max(1, len(text)) < 6.5:
            continue
        return np.asarray(mask.resize((width, height), Image.BILINEAR)), text[:LONGEST]


def chunk(job):
    """(seed, count, validation) to masks, labels, label lengths and mask widths."""
    seed, count, validation = job
    rng = random.Random(seed)
    every, narrow = fonts(validation)
    masks = np.zeros((count, HEIGHT, WIDTH), np.uint8)
    labels = np.zeros((count, LONGEST), np.uint8)
    lengths, widths = np.zeros(count, np.int64), np.zeros(count, np.int64)
    for i in range(count):
        mask, text = sample(rng, every, narrow)
        masks[i, 4:4 + mask.shape[0], 4:4 + mask.shape[1]] = mask
        widths[i], lengths[i] = mask.shape[1] + 8, len(text)
        labels[i, :len(text)] = [CLASS_OF[c] for c in text.upper()]
    return masks, labels, lengths, widths
