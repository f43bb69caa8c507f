import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import sharp from 'sharp';
import { Drawing } from '../../../lab/scenes/drawing.ts';
import { outlined } from '../../../lab/scenes/fonts.ts';
import { ellipse, rectangle } from '../../../lab/scenes/path.ts';
import { strokesBeside } from '../../src/adapters/ocr/engine/strokes-beside.ts';
import type { Quad } from '../../src/domain/recognition/recognizer.ts';

const [WIDTH, HEIGHT, CAPITALS] = [900, 320, 36];
const [LEFT, BASELINE] = [300, 170];
const STYLE = { font: 'arimo', height: CAPITALS } as const;
const END = LEFT + outlined('USDOT 2345678', 0, 0, STYLE).width;
/** As the detector returns it: about a quarter of the capitals more on each side. */
const MARGIN = CAPITALS / 4;
const [top, bottom] = [BASELINE - CAPITALS - MARGIN, BASELINE + MARGIN];
const NUMBER: Quad = [
  [LEFT - MARGIN, top],
  [END + MARGIN, top],
  [END + MARGIN, bottom],
  [LEFT - MARGIN, bottom],
];

/** A door with a number, drawn after what is below it. */
async function strokes(
  draw: (door: Drawing) => void,
  { door = '#e9e9e4', ink = '#16181d' } = {},
): Promise<Quad[]> {
  const drawing = new Drawing(WIDTH, HEIGHT);
  drawing.shape(rectangle(0, 0, WIDTH, HEIGHT), { fill: door });
  draw(drawing);
  drawing.text('USDOT 2345678', [LEFT, BASELINE], { ...STYLE, ink });
  const { data, info } = await sharp(drawing.svg())
    .removeAlpha()
    .blur(0.8)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return strokesBeside({ data, width: info.width, height: info.height }, NUMBER);
}

/** A sign under the number, from `left` to `right`. */
const sign = (drawing: Drawing, fill: string, left: number, right: number) =>
  drawing.shape(rectangle(left, top - 3, right - left, bottom - top + 6), { fill });

type Case = [what: string, draw: (door: Drawing) => void, paint?: { door?: string; ink?: string }];

const COVERED: Case[] = [
  [
    'a digit behind a sign of another color',
    (door) => {
      door.text('7', [END + 30, BASELINE], { ...STYLE, ink: '#1b2f6b' });
      sign(door, '#f1d23a', LEFT - 20, END + 25);
    },
  ],
  [
    'a part of a digit, cut by the edge of the sign',
    (door) => {
      door.text('8', [END + 14, BASELINE], { ...STYLE, ink: '#ffffff' });
      sign(door, '#fbfbf8', LEFT - 20, END + 20);
    },
    { door: '#a3131f', ink: '#17306e' },
  ],
  [
    'a digit behind a sign of the color of the door',
    (door) => door.text('4', [END + 70, BASELINE], { ...STYLE, ink: '#7a1020' }),
  ],
  [
    'a digit of a larger number, half a line lower',
    (door) => door.text('5', [END + 40, BASELINE + 26], { ...STYLE, height: 52, ink: '#16181d' }),
  ],
  [
    'a digit before the number',
    (door) => door.text('2', [LEFT - 50, BASELINE], { ...STYLE, ink: '#16181d' }),
  ],
];

const HONEST: Case[] = [
  ['nothing', () => undefined],
  ['a sign with nothing beside it', (door) => sign(door, '#f1d23a', LEFT - 20, END + 25)],
  [
    'rivets',
    (door) => {
      for (let y = 20; y < HEIGHT; y += 40)
        door.shape(ellipse(END + 60, y, 6, 6), { fill: '#8a8a86', stroke: '#4c4f53' });
    },
  ],
  [
    'the seam of the door, and a number behind it',
    (door) => {
      door.shape(rectangle(END + 30, 0, 5, HEIGHT), { fill: '#16181d' });
      door.text('83', [END + 50, BASELINE], { ...STYLE, ink: '#16181d' });
    },
  ],
  ['a long hinge', (door) => door.shape(rectangle(END + 40, 20, 16, HEIGHT - 40), { fill: '#303236' })],
  [
    'lettering above and below that is longer',
    (door) => {
      door.text('KESTREL RIDGE TRUCKING LLC', [LEFT, BASELINE - 58], { ...STYLE, ink: '#16181d' });
      door.text('VIN 1XPBDP9X0HD000001', [LEFT, BASELINE + 58], { ...STYLE, ink: '#16181d' });
    },
  ],
  [
    'what weather left of a digit',
    (door) => door.text('7', [END + 40, BASELINE], { ...STYLE, ink: '#b9b9b4' }),
  ],
];

suite('strokes beside a number', () => {
  for (const [what, draw, paint] of COVERED)
    test(`found: ${what}`, async () => {
      const [found] = await strokes(draw, paint);
      assert.ok(found);
      const xs = found.map(([x]) => x);
      const isBeside = Math.min(...xs) > END || Math.max(...xs) < LEFT;
      assert.ok(isBeside, `${xs}`);
    });

  for (const [what, draw, paint] of HONEST)
    test(`none: ${what}`, async () => assert.deepEqual(await strokes(draw, paint), []));

  test('a number at the edge of the image has none', async () => {
    const { data, info } = await sharp({ create: { width: 60, height: 20, channels: 3, background: '#fff' } })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const quad: Quad = [
      [0, 0],
      [60, 0],
      [60, 20],
      [0, 20],
    ];
    assert.deepEqual(strokesBeside({ data, width: info.width, height: info.height }, quad), []);
  });
});
