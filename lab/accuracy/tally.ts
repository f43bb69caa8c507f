import {
  type Fields,
  nothingRead,
  type Reading,
} from '../../server/src/domain/recognition/readings/reading.ts';
import { textTable } from '../../server/src/lib/text-table.ts';
import { type FieldName, fieldNames, type Sample } from './sample.ts';

const LEVELS = ['High', 'Medium', 'Low'] as const;
type Level = (typeof LEVELS)[number];
type Counts = {
  of: number;
  exact: number;
  wrong: number;
  unread: number;
  levels: Record<Level, [right: number, all: number]>;
};

type Miss = {
  sample: string;
  field: FieldName;
  expected: string;
  actual: string;
  score: string;
  texts: string[];
};

function readingOf(fields: Fields, field: FieldName): Reading {
  if (field === 'kyu') return fields.permits.find(({ kind }) => kind === 'KYU') ?? nothingRead;
  if (field === 'placard') return fields.placards[0] ?? nothingRead;
  return fields[field];
}

/** Counts results by field for one set of images. */
export class Tally {
  readonly #counts = new Map<FieldName, Counts>();
  readonly misses: Miss[] = [];

  add(sample: Sample, fields: Fields): void {
    for (const field of fieldNames) {
      const expected = plain(sample.truth[field] ?? '');
      const { value, score } = readingOf(fields, field);
      const actual = plain(value);
      const isLabeled = sample.isComplete || sample.absent?.includes(field);
      if (expected === '' && (!isLabeled || actual === '')) continue;
      const counts = this.of(field);
      if (expected !== '') counts.of++;
      const isRight = actual === expected;
      if (isRight) counts.exact++;
      else if (actual === '') counts.unread++;
      else counts.wrong++;
      if (actual !== '') {
        const level = counts.levels[score as Level];
        level[1]++;
        if (isRight) level[0]++;
      }
      if (!isRight)
        this.misses.push({ sample: sample.name, field, expected, actual, score, texts: fields.texts });
    }
  }

  of(field: FieldName): Counts {
    let counts = this.#counts.get(field);
    if (!counts) {
      counts = {
        of: 0,
        exact: 0,
        wrong: 0,
        unread: 0,
        levels: { High: [0, 0], Medium: [0, 0], Low: [0, 0] },
      };
      this.#counts.set(field, counts);
    }
    return counts;
  }

  wrongAtHigh(): Miss[] {
    return this.misses.filter(({ score }) => score === 'High');
  }

  table(): string {
    const rows = fieldNames.flatMap((field) => {
      const counts = this.#counts.get(field);
      if (!counts) return [];
      const { of, exact, wrong, unread, levels } = counts;
      return [[field, of, exact, wrong, unread, ...LEVELS.map((level) => levels[level].join(' of '))]];
    });
    return textTable(
      ['field', 'images', 'exact', 'wrong', 'unread', ...LEVELS.map((level) => `right at ${level}`)],
      rows,
    );
  }
}

function plain(value: string): string {
  return value.toUpperCase().replace(/[\s.-]/g, '');
}
