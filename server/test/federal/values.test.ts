import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CopyBuffer } from '../../src/domain/federal/copy/copy-buffer.ts';
import { date, timeOfDay } from '../../src/domain/federal/values/date.ts';
import { docketNumber, docketPrefix } from '../../src/domain/federal/values/docket.ts';
import { flag, trueOrBlank } from '../../src/domain/federal/values/flag.ts';
import {
  bigCount,
  count,
  decimal,
  dollars,
  percent,
  thousands,
  usdot,
} from '../../src/domain/federal/values/number.ts';
import { alphanumeric, dunsNumber, text } from '../../src/domain/federal/values/text.ts';
import { BLANK, INVALID, UNREADABLE, type Value, WRITTEN } from '../../src/domain/federal/values/value.ts';
import {
  POWER_UNIT_TYPE_IDS,
  TRAILER_TYPE_IDS,
  vehicleKind,
} from '../../src/domain/federal/vehicle-types.ts';
import { CsvSplitter } from '../../src/lib/csv/csv-splitter.ts';

const DAY_MS = 86_400_000;

/** The bytes of the written field; null for a SQL null. */
function write(value: Value, cell: string): { outcome: number; field: Buffer | null } {
  const out = new CopyBuffer(4_096);
  const source = Buffer.from(`##${cell}##`);
  const outcome = value.write(out, source, 2, source.length - 2);
  const length = out.bytes.readInt32BE(0);
  assert.equal(out.length, 4 + Math.max(0, length), 'exactly one field');
  return { outcome, field: length < 0 ? null : Buffer.from(out.bytes.subarray(4, out.length)) };
}

const dayOf = (cell: string) => {
  const { field } = write(date, cell);
  return field && new Date(Date.UTC(2000, 0, 1) + field.readInt32BE() * DAY_MS).toISOString().slice(0, 10);
};
const numberOf = (value: Value, cell: string) => {
  const { field } = write(value, cell);
  if (field === null) return null;
  return field.length === 8 ? Number(field.readBigInt64BE()) : field.readIntBE(0, field.length);
};
const textOf = (value: Value, cell: string) => write(value, cell).field?.toString() ?? null;

test('reads a date in every supported format', () => {
  const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
  const days = fc.date({ min: new Date('1950-01-01'), max: new Date('2034-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(days, (day) => {
      const iso = day.toISOString().slice(0, 10);
      const [y = '', m = '', d = ''] = iso.split('-');
      const word = months[Number(m) - 1] ?? '';
      const forms = [
        iso,
        `${y}${m}${d}`,
        `${y}${m}${d} 2142`,
        `${m}/${d}/${y}`,
        `${Number(m)}/${Number(d)}/${y}`,
        `${d}-${word}-${y.slice(2)}`,
        `${Number(d)}-${word.toLowerCase()}-${y.slice(2)}`,
        `${d}-${word}-${y}`,
        `${iso}T00:00:00.000`,
      ];
      for (const form of forms) assert.equal(dayOf(form), iso, form);
    }),
  );
});

test('writes null for an impossible or blank date', () => {
  const wrong = [
    '20230229',
    '00000000',
    '2024',
    '1/2',
    '13/01/2024',
    '01-ABC-24',
    '2024-1',
    '0189-01-01',
    '--',
  ];
  for (const cell of wrong) assert.deepEqual(write(date, cell), { outcome: UNREADABLE, field: null }, cell);
  assert.deepEqual(write(date, ''), { outcome: BLANK, field: null });
});

test('reads whole numbers and writes null for anything else', () => {
  fc.assert(
    fc.property(fc.nat({ max: 2_147_483_647 }), fc.nat({ max: 6 }), (number, zeros) => {
      assert.equal(numberOf(count, '0'.repeat(zeros) + number), number);
      assert.equal(numberOf(bigCount, number.toLocaleString('en')), number);
      assert.equal(numberOf(dollars, `${number}.00`), number);
      assert.equal(numberOf(thousands, String(number)), number * 1_000);
    }),
  );
  fc.assert(
    fc.property(fc.maxSafeNat(), (number) => {
      assert.equal(numberOf(bigCount, String(number)), number);
    }),
  );
  for (const cell of ['-1', '1.5', '1e5', 'x', '2147483648', '1 2'])
    assert.deepEqual(write(count, cell), { outcome: UNREADABLE, field: null }, cell);
});

test('reads decimals as JavaScript does', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 7 });
  fc.assert(
    fc.property(digits, digits, fc.boolean(), (whole, fraction, isShort) => {
      const cell = isShort ? `.${fraction}` : `${whole}.${fraction}`;
      assert.equal(write(decimal, cell).field?.readDoubleBE(), Number(cell));
    }),
  );
  assert.equal(write(decimal, '1.2.3').outcome, UNREADABLE);
});

test('reads USDOT numbers, dockets, percentages and times of day', () => {
  assert.equal(numberOf(usdot, '01196157'), 1_196_157);
  assert.deepEqual([write(usdot, '').outcome, numberOf(usdot, '')], [BLANK, 0]);
  for (const cell of ['abc', '123456789', '-5']) assert.equal(write(usdot, cell).outcome, INVALID, cell);
  for (const cell of ['MC000042', 'MC-42', 'mc 42', 'MC42'])
    assert.deepEqual([textOf(docketPrefix, cell), numberOf(docketNumber, cell)], ['MC', 42], cell);
  assert.deepEqual([textOf(docketPrefix, ''), numberOf(docketNumber, '')], ['', 0]);
  assert.equal(numberOf(percent, '64%'), 64);
  assert.deepEqual(write(percent, 'Less than 5 driver inspections'), { outcome: WRITTEN, field: null });
  const minutes = (cell: string) => {
    const microseconds = numberOf(timeOfDay, cell);
    return microseconds === null ? null : microseconds / 60_000_000;
  };
  assert.deepEqual(['0000', '0915', '2359', '2400', '9999', '2460'].map(minutes), [
    0,
    555,
    1_439,
    1_440,
    null,
    null,
  ]);
});

test('reads flags and text', () => {
  const bit = (value: Value, cell: string) => write(value, cell).field?.[0] ?? null;
  assert.deepEqual(
    ['Y', 'true', 'TRUE', 'X', '1'].map((cell) => bit(flag, cell)),
    [1, 1, 1, 1, 1],
  );
  assert.deepEqual(
    ['N', 'false', '0'].map((cell) => bit(flag, cell)),
    [0, 0, 0],
  );
  assert.deepEqual([bit(flag, ''), bit(trueOrBlank, ''), bit(flag, '?')], [null, 0, null]);
  assert.equal(textOf(alphanumeric, '1fu-ja 6cv.67lm12345'), '1FUJA6CV67LM12345');
  assert.equal(textOf(alphanumeric, ' -- '), null);
  assert.equal(textOf(dunsNumber, '--'), null);
  assert.equal(textOf(text, 'PEÑA'), 'PEÑA');
});

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

test('the vehicle kind comes from an inspection, then a crash report, then the manufacturer', () => {
  assert.equal(vehicleKind({ unitTypeId: 11, wmiVehicleType: 'Trailer' }), 'tractor');
  assert.equal(vehicleKind({ unitType: 'Semi-Trailer', wmiVehicleType: 'Truck' }), 'trailer');
  assert.equal(vehicleKind({ unitType: 'TRUCK TRACTOR' }), 'tractor');
  assert.equal(vehicleKind({ unitType: 'STRAIGHT TRUCK' }), 'straight truck');
  assert.equal(vehicleKind({ unitType: 'PASSENGER VAN' }), 'bus');
  assert.equal(vehicleKind({ crashConfigurationId: 9, wmiVehicleType: 'Truck' }), 'tractor');
  assert.equal(vehicleKind({ wmiVehicleType: 'Truck' }), 'power unit');
  assert.equal(vehicleKind({ wmiVehicleType: 'Incomplete Vehicle' }), 'straight truck');
  assert.equal(vehicleKind({ unitTypeId: 13 }), 'unknown');
});

test('divides unit types into power units and trailers', () => {
  assert.equal(POWER_UNIT_TYPE_IDS, '1, 4, 5, 8, 10, 11, 12');
  assert.equal(TRAILER_TYPE_IDS, '2, 3, 7, 9, 14, 15');
});
