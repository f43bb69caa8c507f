"""What looks like a plate and is none: signs, stickers and lettering of trucks, unit numbers, phone numbers, and the dates that cameras write."""
import random, string
import numpy as np
from PIL import Image, ImageDraw
from plate_scenery import H, W, holder

SIGNS = ('USDOT #######|US DOT ######|MC######|MC #######|KYU ######|CA ######|TXDMV #########|GVW 80,000 LBS|GVWR #####|VIN @#@##@###|UNIT ###|TRL ####|TRK ###|FLEET ####|@@@U ###### #|TARE #####|MAX GROSS ##,###|'
         '(###) ###-####|###-###-####|1-888-###-####|CALL ###-####|@@@@@ FREIGHT|@@@@ TRANSPORT LLC|@&@ HAULING|@@@@ BROS INC|CARRIERS|MOVING & STORAGE|WWW.@@@@@.NET|@@@@@.COM|'
         'THIS VEHICLE STOPS AT RAILROAD CROSSINGS|WIDE RIGHT TURNS|REPORT MY DRIVING|STAY BACK|FLAMMABLE|NO RIDERS|FUEL ONLY|HEIGHT 13 FT 6 IN|##,### LBS|## MPH|EMERGENCY EXIT|INSPECTED ####|'
         'ROAD WORK|DETOUR|LEFT LANE ENDS|WEIGH STATION|TOLL ##|REST AREA|PARK|YIELD|ROUTE ##|GATE #|DOCK ##|BAY #|20##/0#/## 1#:##:##|CAMERA #|LANE #|'
         'PETERBILT|KENWORTH|FREIGHTLINER|INTERNATIONAL|VOLVO|MACK|WESTERN STAR|HINO|ISUZU|UTILITY|GREAT DANE|WABASH|SUBARU|MAZDA|TESLA|DURAMAX|POWER STROKE|TDI|EV|AWD|PROUD VETERAN|NEW DRIVER|GO TEAM|VOTE').split('|')
UNITS = '##|###|###|####|####|####|#####|#####|######|@###|@####|@@###|@@####|@-###|@ ###|@@ ###|#-###|###@|T####|TR###|P###|UNIT ###|NO. ###|#### #'.split('|')
PHONES = '(###) ###-####|###-###-####|###.###.####|1-800-###-####|### ####|1-###-###-####|### ### ####'.split('|')
STICKERS = 'BABY ON BOARD|HONK IF YOU CAN|MY DOG RIDES|I BRAKE FOR CATS|COEXIST|SALT LIFE|PROUD PARENT|VOTE ####|GO TEAM|26.2|13.1|LOCAL ###|USA|OBX|NEW DRIVER|CAUTION|STAY BACK ## FT|TEAM #|EST ####|FAMILY FIRST'.split('|')


def filled(r, pattern):
    return ''.join(r.choice(string.ascii_uppercase) if c == '@' else r.choice(string.digits) if c == '#' else c for c in pattern)


def color(r):
    return tuple(r.randint(0, 255) for _ in range(3))


def contrast(ground):
    return (10, 10, 12) if sum(ground) > 380 else (248, 248, 248)


def sign(r, font):
    """Several lines on a panel or without one. One line on a panel is wider than a plate, so that it is none for the eye either."""
    ground = color(r) if r.random() < .6 else (r.randint(200, 255),) * 3
    count = r.choice([1, 1, 2, 2, 3, 4])
    ink = color(r) if r.random() < .3 else contrast(ground)
    has_panel = r.random() < .5
    image = Image.new('RGBA', (W, H), ground + (255,) if has_panel and count > 1 else ink + (0,))
    draw = ImageDraw.Draw(image)
    if r.random() < .12:
        holder(r, draw)
    for line in range(count):
        text, face, y = filled(r, r.choice(SIGNS)), font(r.randint(12, 84 // count + 10)), (line + .5) * H / count
        if has_panel and count == 1:
            box = draw.textbbox((W / 2, y), text, font=face, anchor='mm')
            draw.rectangle([0, box[1] - r.randint(2, 9), W, box[3] + r.randint(2, 9)], fill=ground + (255,))
        draw.text((W / 2 + r.gauss(0, 8), y), text, font=face, fill=ink + (255,), anchor='mm')
    return np.asarray(image)


def number(r, font):
    """A unit number, a phone number, a date or a bumper sticker, fitted to the width."""
    kind = r.choices(('unit', 'phone', 'date', 'sticker'), (.5, .16, .18, .16))[0]
    return np.asarray({'unit': unit, 'phone': phone, 'date': date, 'sticker': sticker}[kind](r, font))


def line(r, font, text, ink, widest, tallest, outline=0):
    """One line as large as fits, in the middle of a transparent picture."""
    size = tallest
    while size > 8 and font(size).getlength(text) > widest:
        size -= max(1, size // 12)
    image = Image.new('RGBA', (W, H), ink + (0,))
    dark = contrast(ink)
    ImageDraw.Draw(image).text((W / 2, H / 2), text, font=font(size), fill=ink + (255,), anchor='mm', stroke_width=outline, stroke_fill=dark + (255,) if outline else None)
    return image, size


def unit(r, font):
    """Painted on the cab, or on a decal that is longer than a plate or has a strong color."""
    ink = contrast(color(r)) if r.random() < .6 else color(r)
    text = filled(r, r.choice(UNITS))
    image, size = line(r, font, text, ink, r.uniform(.5, .98) * W, r.randint(40, 120), r.choice([0, 0, 0, 2]))
    if r.random() < .3:
        ground = contrast(ink) if r.random() < .5 else color(r)
        panel = Image.new('RGBA', (W, H), ground + (0,))
        tall = min(size * r.uniform(.95, 1.3), W / 3.4) / 2
        ImageDraw.Draw(panel).rounded_rectangle([0, H / 2 - tall, W - 1, H / 2 + tall], r.randint(0, 12), fill=ground + (255,))
        letters, _ = line(r, font, text, contrast(ground), .9 * W, int(tall * 1.7))
        return Image.alpha_composite(panel, letters)
    return image


def phone(r, font):
    ink = contrast(color(r)) if r.random() < .6 else color(r)
    return line(r, font, filled(r, r.choice(PHONES)), ink, W * .98, r.randint(28, 60))[0]


def date(r, font):
    """As cameras write it: one or two lines, light with a dark edge or on a dark bar."""
    day, time = f'20{r.randint(10, 30)}-{r.randint(1, 12):02d}-{r.randint(1, 28):02d}', f'{r.randint(0, 23):02d}:{r.randint(0, 59):02d}:{r.randint(0, 59):02d}'
    day = r.choice([day, day.replace('-', '/'), f'{day[5:7]}-{day[8:]}-{day[:4]}', f'{day[5:7]}/{day[8:]}/{day[:4]}'])
    lines = r.choice([[day, time], [f'{day} {time}'], [f'CAM {r.randint(1, 99)}'], [f'CAM{r.randint(1, 99):02d}', time], [f'{day} {time[:5]}'], [time]])
    tone = r.randint(170, 255)
    image = Image.new('RGBA', (W, H), (tone, tone, tone, 0))
    draw, face = ImageDraw.Draw(image), font(r.randint(22, 40) if len(lines[0]) < 12 else r.randint(16, 24))
    if r.random() < .25:
        draw.rectangle([0, H / 2 - 30, W, H / 2 + 30], fill=(0, 0, 0, 255))
    edge = r.choice([0, 1, 2])
    for i, text in enumerate(lines):
        draw.text((W / 2, H / 2 + (i - (len(lines) - 1) / 2) * 38), text, font=face, fill=(tone,) * 3 + (255,), anchor='mm', stroke_width=edge, stroke_fill=(5, 5, 5, 255))
    return image


def sticker(r, font):
    """A bumper sticker: long with one line, or of any shape with words."""
    ground = color(r) if r.random() < .7 else (r.randint(220, 255),) * 3
    ink = contrast(ground)
    panel = Image.new('RGBA', (W, H), ground + (0,))
    tall = W / r.uniform(3, 5) / 2
    draw = ImageDraw.Draw(panel)
    if r.random() < .25:
        draw.ellipse([30, 8, W - 30, H - 8], fill=ground + (255,), outline=ink + (255,), width=r.randint(1, 6))
    else:
        draw.rounded_rectangle([0, H / 2 - tall, W - 1, H / 2 + tall], r.randint(0, 10), fill=ground + (255,), outline=ink + (255,) if r.random() < .4 else None, width=2)
    letters, _ = line(r, font, filled(r, r.choice(STICKERS)), ink, .88 * W if tall < 44 else .6 * W, int(tall * 1.3))
    return Image.alpha_composite(panel, letters)


class SignArtist:
    def __init__(self, seed, fonts, font):
        self.r, self.fonts, self.load = random.Random(seed), fonts, font

    def draw(self, kind):
        path = self.r.choice(self.fonts)
        return (sign if kind == 'sign' else number)(self.r, lambda size: self.load(path, size))
