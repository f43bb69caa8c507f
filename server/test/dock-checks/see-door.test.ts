import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { seeDoor } from '../../src/domain/dock-checks/see-door.ts';
import type { ReadRequest, Recognizer } from '../../src/domain/recognition/recognizer.ts';
import { readLines, type ScriptedLine } from '../support/recognition/read-lines.ts';

const NUMBER = { text: 'USDOT 2345678', x: 200, y: 120, height: 24 };

/** Reads these lines in the whole image, and others in a part of it, with strokes where the row is. */
function scripted(whole: ScriptedLine[], part: ScriptedLine[]) {
  const requests: ReadRequest[] = [];
  const recognizer: Recognizer = {
    read: async (request) => {
      requests.push(request);
      const { row } = request;
      return { ...readLines(request.box === null ? whole : part), ...(row && { strokes: [row] }) };
    },
    check: async () => undefined,
    close: async () => undefined,
  };
  return { recognizer, requests };
}

const look = (whole: ScriptedLine[], part: ScriptedLine[]) => {
  const { recognizer, requests } = scripted(whole, part);
  return seeDoor(recognizer, { image: Buffer.alloc(1) }).then((seen) => ({ seen, requests }));
};

suite('the row of the number is read a second time', () => {
  test('text that only the second reading has is in the strip', async () => {
    const digits = { text: '18', x: 400, y: 120, height: 24 };
    const { seen, requests } = await look(['KESTREL RIDGE', NUMBER], [NUMBER, digits]);
    assert.deepEqual(
      seen.strip?.map(({ text }) => text),
      ['18'],
    );
    const box = requests[1]?.box;
    const [left, top] = seen.lines[1]?.quad[0] ?? [0, 0];
    assert.ok(box && box.xmin < left && box.xmin >= 0 && box.ymin < top && box.xmax <= seen.width);
  });

  test('a line that the strip cuts off is not new', async () => {
    const unit = { text: '4711', x: 480, y: 120, height: 24 };
    const cut = { text: '47', x: 480, y: 120, height: 24 };
    const { seen } = await look([NUMBER, unit], [NUMBER, cut]);
    assert.deepEqual(seen.strip, []);
  });

  test('strokes are looked for beside the number', async () => {
    const { seen, requests } = await look(['KESTREL RIDGE', NUMBER], [NUMBER]);
    assert.equal(requests[0]?.row, undefined);
    assert.deepEqual(seen.strokes, [seen.lines[1]?.quad]);
  });

  test('a door without a number is read once', async () => {
    const { seen, requests } = await look(['KESTREL RIDGE'], []);
    assert.equal(requests.length, 1);
    assert.equal(seen.strip, undefined);
  });
});
