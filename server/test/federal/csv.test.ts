import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CsvSplitter } from '../../src/domain/federal/files/csv-splitter.ts';

function split(bytes: Buffer, chunkBytes = bytes.length || 1, size?: number): string[][] {
  const splitter = new CsvSplitter(size);
  const rows: string[][] = [];
  const take = () => {
    while (splitter.next()) rows.push(splitter.problem ? [`!${splitter.problem}`] : splitter.texts());
  };
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    splitter.write(bytes.subarray(at, at + chunkBytes));
    take();
  }
  splitter.end();
  take();
  return rows;
}

const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'Z', '0', ',', '"', '\n', '\r', ' ', 'é', '漢', '😀', '\t') }),
  fc.string(),
);
const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 });
const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
const withoutZeros = (rows: string[][]) => rows.map((row) => row.map((text) => text.replaceAll('\0', ' ')));
const notBlankLine = (row: string[]) => row.length > 1 || row[0] !== '';

test('reads quoted cells with any content, split into chunks at any position', () => {
  fc.assert(
    fc.property(
      table,
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      (rows, chunkBytes, lineBreak, endsWithBreak) => {
        const text =
          rows.map((row) => row.map(quote).join(',')).join(lineBreak) + (endsWithBreak ? lineBreak : '');
        const expected = withoutZeros(rows).filter(notBlankLine);
        assert.deepEqual(split(Buffer.from(text), chunkBytes, 64), expected);
      },
    ),
    { numRuns: 500 },
  );
});

test('splits unquoted cells at commas and line breaks', () => {
  const plain = fc.string().map((text) => text.replace(/[",\r\n]/g, ''));
  fc.assert(
    fc.property(
      fc.array(fc.array(plain, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom('\n', '\r\n'),
      (rows, chunkBytes, lineBreak) => {
        const text = rows.map((row) => row.join(',') + lineBreak).join('');
        const expected = withoutZeros(rows).filter(notBlankLine);
        // Only a byte order mark at the start of the file is removed.
        assert.deepEqual(split(Buffer.from(`\uFEFF${text}`), chunkBytes), expected);
      },
    ),
    { numRuns: 500 },
  );
});

test('decodes cells that are not valid UTF-8 as Latin-1', () => {
  const latin = fc.string({ unit: fc.constantFrom('A', 'ñ', 'é', 'Ü', 'ß', ' ') });
  fc.assert(
    fc.property(latin, fc.integer({ min: 1, max: 7 }), (name, chunkBytes) => {
      const bytes = Buffer.concat([
        Buffer.from('1,漢,'),
        Buffer.from(name, 'latin1'),
        Buffer.from(',end\n2,plain,x,y\n'),
      ]);
      // Latin-1 bytes that are also valid UTF-8 are ambiguous; these letters never are.
      assert.deepEqual(split(bytes, chunkBytes), [
        ['1', '漢', name, 'end'],
        ['2', 'plain', 'x', 'y'],
      ]);
    }),
  );
});

test('keeps an unescaped quote inside a cell', () => {
  assert.deepEqual(split(Buffer.from('1,"JOE "THE BOSS" INC",x\n')), [['1', 'JOE "THE BOSS" INC', 'x']]);
  assert.deepEqual(split(Buffer.from('1,6" PIPE,x\n')), [['1', '6" PIPE', 'x']]);
});

test('an unclosed quote rejects one line, not the whole file', () => {
  const rest = 'a,b\n'.repeat(300_000);
  const rows = split(Buffer.from(`ok,1\n"broken,2\n${rest}`), 1 << 16);
  assert.deepEqual(rows[0], ['ok', '1']);
  assert.deepEqual(rows[1], ['!a quotation mark is never closed']);
  assert.equal(rows.length, 300_002);
});

test('counts lines across quoted line breaks and blank lines', () => {
  const splitter = new CsvSplitter();
  splitter.write(Buffer.from('a,b\n\n"x\ny\nz",1\r\nlast,2\n'));
  const lines: number[] = [];
  while (splitter.next()) lines.push(splitter.line);
  assert.deepEqual(lines, [1, 3, 6]);
});

test('reads a record with 1,000 cells', () => {
  const cells = Array.from({ length: 1_000 }, (_, i) => String(i));
  assert.deepEqual(split(Buffer.from(`${cells.join(',')}\n`), 100), [cells]);
});
