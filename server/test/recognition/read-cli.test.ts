import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, suite, test } from 'node:test';
import sharp from 'sharp';
import { milepost, temporaryFolder } from '../support/milepost.ts';
import { lettered } from '../support/recognition/lettered.ts';

let folder: string;
let door: string;
const env = { RECOGNITION_THREADS: '1' };
const read = (...args: string[]) => milepost(['read', ...args], folder, { env });

before(async () => {
  folder = await temporaryFolder();
  door = join(folder, 'door.png');
  writeFileSync(door, await lettered(['USDOT 1234567', 'MC 765432']));
});

suite('milepost read', () => {
  test('prints lines and fields, uses no database, and continues after a bad file', async () => {
    const broken = join(folder, 'broken.jpg');
    writeFileSync(broken, 'not an image at all');
    const { code, stdout, stderr } = await read(join(folder, 'none.jpg'), broken, folder, door);
    assert.equal(code, 1);
    assert.match(stderr, /none\.jpg: File not found\./);
    assert.match(stderr, /broken\.jpg: The file is not a JPEG, PNG or WebP image\./);
    assert.match(stderr, /: This is a folder, not an image\./);
    assert.match(stdout, /door\.png: 640 × 200, whole image read/);
    assert.match(stdout, /usdot_number +1234567 +High/);
    assert.match(stdout, /mc_number +765432 +High/);
    assert.ok(!existsSync(join(folder, 'postgres')));
  });

  test('prints JSON, reads a box and draws the lines', async () => {
    const drawn = join(folder, 'drawn.png');
    const { code, stdout, stderr } = await read(door, '--json', '--box', '0,100,640,200', '--draw', drawn);
    assert.equal(code, 0, stderr);
    const [image] = JSON.parse(stdout).images;
    assert.equal(image.is_whole, false);
    assert.deepEqual(
      image.lines.map(({ text }: { text: string }) => text.replace(' ', '')),
      ['MC765432'],
    );
    assert.equal(image.fields[0].field, 'mc_number');
    const before = await sharp(door).raw().toBuffer();
    const { data, info } = await sharp(readFileSync(drawn))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    assert.deepEqual([info.width, info.height], [640, 200]);
    assert.ok(data.some((value, i) => Math.abs(value - (before[i] ?? 0)) > 100));
  });

  test('reports invalid options', async () => {
    for (const [args, says] of [
      [[door, '--box', '1,2,3'], /--box must be four numbers/],
      [[door, '--box', '9,9,1,1'], /--box must be four numbers/],
      [[door, door, '--draw', 'x.png'], /one image at a time/],
    ] as [string[], RegExp][]) {
      const { code, stderr } = await read(...args);
      assert.equal(code, 1);
      assert.match(stderr, says);
    }
    assert.equal((await read()).code, 2);
    const { code, stderr } = await read(door, '--draw', join(folder, 'no/such/folder.png'));
    assert.equal(code, 1);
    assert.match(stderr, /File not found/);
  });
});
