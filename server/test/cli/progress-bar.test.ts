import assert from 'node:assert/strict';
import { test } from 'node:test';
import { counted } from '../../src/cli/format.ts';
import { ProgressBar } from '../../src/cli/progress-bar.ts';

test('the progress of an import reaches 100% when the last bytes are read faster than the bar is drawn', ({
  mock,
}) => {
  let nowMs = 1_000;
  mock.method(performance, 'now', () => nowMs);
  let written = '';
  const output = {
    isTTY: true,
    write(text: string) {
      written += text;
    },
  };
  const bar = new ProgressBar(output as never, 1_000);
  nowMs += 1_000;
  bar.show({ phase: 'reading', rows: 1, bytes: 720 });
  nowMs += 1;
  bar.show({ phase: 'reading', rows: 1, bytes: 1_000 });
  assert.match(written, /72% 1 row, [^%]*100% 1 row, [^%]*$/);
});

test('one is singular', () => {
  assert.deepEqual(
    [counted(1, 'carrier'), counted(0, 'carrier'), counted(2_000, 'entry', 'entries')],
    ['1 carrier', '0 carriers', '2,000 entries'],
  );
});
