"""What surrounds the serial of a plate: the printed ground, emblems, bolts, stickers, dirt and frames."""
import math, random

W, H = 256, 128
GLYPH_TALL = 66
DARK = ((22, 34, 82), (26, 26, 28), (18, 74, 46), (134, 28, 36), (46, 42, 104), (14, 72, 122), (78, 34, 92), (84, 52, 24))  # usual inks: navy, black, green, red, indigo, blue, purple, brown
SHOPS = 'RIVERSIDE MOTORS,LAKEVIEW AUTO,NORTH END TRUCKS,VALLEY USED CARS,STATE UNIVERSITY,ALUMNI,PROUD PARENT,I LOVE MY DOG,LEASING,DIESEL REPAIR,EST. 1962,RIVERSIDE.EXAMPLE,555-0142'.split(',')


def jittered(r, color, by):
    return tuple(max(0, min(255, int(c + r.gauss(0, by)))) for c in color)


def ground(r, image, draw, design, at, plain, work):
    """Paints the ground; returns the inks of the serial and of the name."""
    if plain:
        inverse = r.random() < .12
        top = tuple(r.randint(0, 90) if inverse else r.randint(170, 255) for _ in range(3)) if inverse or r.random() < .6 else (r.randint(225, 255),) * 3
        low = top if r.random() < .5 else jittered(r, top, 35)
        ink = tuple(r.randint(200, 255) for _ in range(3)) if inverse else jittered(r, r.choice(DARK), 12)
        name = ink if r.random() < .5 else (ink if inverse else jittered(r, r.choice(DARK), 20))
    else:
        fade = r.uniform(0, .25)
        top, low = (jittered(r, tuple(c + (200 - c) * fade for c in one), 9) for one in design['ground'])
        if work and r.random() < .5 and sum(design['ground'][0]) > 380:
            top = low = jittered(r, (246, 247, 247), 5)
        ink, name = (jittered(r, tuple(c + (128 - c) * fade * .6 for c in one), 9) for one in (design['ink'], design['name_color']))
    for y in range(H):
        t = min(1, max(0, (y / H - .15) / .7))
        draw.line([(0, y), (W, y)], fill=tuple(int(a + (b - a) * t) for a, b in zip(top, low)))
    if not plain and not work or r.random() < .15:
        scenery(random.Random(at if not plain else r.random()), r, draw, top, low)
    return ink, name


def scenery(fixed, r, draw, top, low):
    """Hills, a sun, bars or clouds; the same for each plate of a design."""
    for _ in range(fixed.randint(0, 3)):
        tone = tuple(max(0, min(255, c + fixed.randint(-55, 25) + r.randint(-6, 6))) for c in (top if fixed.random() < .5 else low))
        kind, x, y, s = fixed.randint(0, 4), fixed.randint(-30, W - 30), fixed.randint(20, H), fixed.randint(40, 150)
        x, y = x + r.randint(-3, 3), y + r.randint(-3, 3)
        if kind == 0:
            draw.ellipse([x, y - s / 2, x + s, y + s * .2], fill=tone)
        elif kind == 1:
            line = [(0, H)] + [(i * W / 8, y + fixed.uniform(-18, 18)) for i in range(9)] + [(W, H)]
            draw.polygon(line, fill=tone)
        elif kind == 2:
            draw.polygon([(x, H), (x + s / 2, max(8, y - s * .6)), (x + s, H)], fill=tone)
        elif kind == 3:
            draw.rectangle([0, H - fixed.randint(8, 22), W, H], fill=tone)
        else:
            for i in range(5):
                draw.ellipse([x + i * 14, y - 40 + fixed.uniform(-8, 8), x + i * 14 + 30, y - 20], fill=tone)


def star(cx, cy, size, points, turn):
    return [(cx + size * (1 if i % 2 == 0 else .42) * math.cos(turn + i * math.pi / points), cy + size * (1 if i % 2 == 0 else .42) * math.sin(turn + i * math.pi / points)) for i in range(2 * points)]


def emblem(r, draw, left, wide, middle, design, at, plain):
    """A state's outline, star, tree, seal or flag between the groups: one per design, others on plain plates."""
    fixed = random.Random(at * 31 + 7 if not plain and r.random() < .9 else r.random())
    kind = fixed.choice(['outline', 'outline', 'outline', 'star', 'seal', 'tree', 'flag', 'bird'])
    tone = tuple(fixed.randint(20, 220) for _ in range(3)) if fixed.random() < .7 else design['ink']
    tone = jittered(r, tone, 10)
    cx, cy, half = left + wide / 2, middle + fixed.uniform(-6, 8), min(wide * .46, 23) * fixed.uniform(.8, 1.1)
    if kind == 'outline':
        count = fixed.randint(5, 12)
        shape = [(cx + half * fixed.uniform(.55, 1) * math.cos(i * 2 * math.pi / count), cy + half * fixed.uniform(.6, 1.3) * math.sin(i * 2 * math.pi / count)) for i in range(count)]
        draw.polygon(shape, fill=tone, outline=design['ink'] if fixed.random() < .4 else None)
    elif kind == 'star':
        draw.polygon(star(cx, cy, half, 5, -math.pi / 2), fill=tone)
    elif kind == 'seal':
        draw.ellipse([cx - half, cy - half, cx + half, cy + half], fill=tone)
        draw.ellipse([cx - half * .6, cy - half * .6, cx + half * .6, cy + half * .6], outline=jittered(r, (230, 220, 180), 15), width=2)
    elif kind == 'tree':
        draw.rectangle([cx - 2, cy, cx + 2, cy + half * 1.3], fill=tone)
        draw.polygon([(cx - half * .8, cy + half * .5), (cx, cy - half * 1.4), (cx + half * .8, cy + half * .5)], fill=tone)
    elif kind == 'flag':
        draw.rectangle([cx - half, cy - half * .6, cx + half, cy + half * .6], fill=tone)
        draw.rectangle([cx - half, cy - half * .6, cx - half * .2, cy], fill=jittered(r, (30, 40, 110), 20))
    else:
        draw.polygon([(cx - half, cy - half * .5), (cx, cy - half * .1), (cx + half, cy - half * .9), (cx + half * .3, cy + half * .6), (cx - half * .3, cy + half)], fill=tone)


def bolts(r, draw):
    for across in (.17, .83) if r.random() < .8 else ():
        for down in ((.09,), (.91,), (.09, .91))[r.randint(0, 2)]:
            q = r.uniform(2.5, 6)
            x, y = across * W + r.gauss(0, 2), down * H + r.gauss(0, 1)
            draw.ellipse([x - q, y - q, x + q, y + q], fill=(r.choice([30, 60, 150, 190, 230]),) * 3)


def stickers(r, draw, font):
    for _ in range(r.choice([0, 0, 1, 1, 2, 2])):
        wide, tall = r.randint(16, 34), r.randint(11, 23)
        x, y = r.choice([r.randint(1, 6), W - wide - r.randint(1, 6)]), r.choice([r.randint(1, 5), H - tall - r.randint(1, 5)])
        tone = tuple(r.randint(30, 255) for _ in range(3))
        draw.rectangle([x, y, x + wide, y + tall], fill=tone)
        draw.text((x + wide / 2, y + tall / 2), r.choice([str(r.randint(1, 31)), 'JAN', 'MAY', 'DEC', '17', '26', str(r.randint(2010, 2027))]), font=font(r.randint(8, 13)), fill=(0, 0, 0) if sum(tone) > 300 else (255, 255, 255), anchor='mm')


def side_word(r, draw, font, ink):
    """A word beside the serial that is no part of it: letters one above the other, or a validation sticker as high as the letters."""
    if r.random() > .09:
        return
    x = r.choice([r.uniform(5, 13), W - r.uniform(5, 13)])
    if r.random() < .35:
        tone = tuple(r.randint(30, 255) for _ in range(3))
        draw.rectangle([x - 8, 30, x + 8, H - 30], fill=tone)
        return
    word = r.choice(('TRK', 'TLR', 'TRUCK', 'APP', 'COM', 'FARM', 'DLR', 'TRAILER', 'FLEET', 'EXEMPT'))
    step = r.uniform(60, 84) / len(word)
    for i, c in enumerate(word):
        draw.text((x, H / 2 + (i - (len(word) - 1) / 2) * step), c, font=font(max(8, int(step * r.uniform(.9, 1.1)))), fill=ink, anchor='mm')


def dirt(r, draw):
    for _ in range(r.choice([0, 0, 0, 0, 2, 5, 9])):
        x, y, q = r.randint(0, W), r.randint(0, H), r.uniform(1, 7)
        draw.ellipse([x, y, x + q, y + q * r.uniform(.4, 1.4)], fill=jittered(r, (95, 85, 70), 25))


def frame(r, draw, font):
    """A frame that may cover the name, the slogan or the edges of letters. Returns whether the name is covered."""
    if r.random() > .5:
        return False
    tone = r.choice([(15, 15, 15), (20, 20, 22), (120, 120, 125), (200, 200, 205), tuple(r.randint(0, 120) for _ in range(3))])
    top, low, left, right = r.choice([r.randint(1, 8), r.randint(1, 20)]), r.choice([r.randint(1, 8), r.randint(4, 20)]), r.randint(0, 9), r.randint(0, 9)
    draw.rectangle([0, 0, W, top], fill=tone)
    draw.rectangle([0, H - low, W, H], fill=tone)
    draw.rectangle([0, 0, left, H], fill=tone)
    draw.rectangle([W - right, 0, W, H], fill=tone)
    for y, tall in ((top / 2, top), (H - low / 2, low)):
        if tall > 9 and r.random() < .7:
            draw.text((W / 2, y), r.choice(SHOPS), font=font(max(8, int(tall * .8))), fill=tuple(r.randint(150, 255) for _ in range(3)) if sum(tone) < 400 else (10, 10, 10), anchor='mm')
    if r.random() < .25:
        draw.rectangle([left, top, W - right, H - low], outline=jittered(r, (190, 190, 190), 20), width=1)
    return top > 12


def holder(r, draw):
    """An empty plate holder or a plain panel."""
    draw.rectangle([8, 8, W - 8, H - 8], outline=(r.randint(0, 120),) * 3 + (255,), width=r.randint(2, 9))
