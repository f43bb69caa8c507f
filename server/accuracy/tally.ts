import { type Fields, nothingRead, type Reading } from '../src/domain/recognition/readings/reading.ts';
import { textTable } from '../src/lib/text-table.ts';
import { type FieldName, fieldNames, type Sample } from './sample.ts';

const LEVELS = ['High', 'Medium', 'Low'] as const;
type Level = (typeof LEVELS)[number];
type Counts = {
  of: number;
  exact: number;
  wrong: number;
  silent: number;
  levels: Record<Level, [right: number, all: number]>;
};

export type Miss = {
  sample: string;
  field: FieldName;
  wanted: string;
  got: string;
  score: string;
  texts: string[];
};

export function readingOf(fields: Fields, field: FieldName): Reading {
  if (field === 'kyu') return fields.permits.find(({ kind }) => kind === 'KYU') ?? nothingRead;
  if (field === 'placard') return fields.placards[0] ?? nothingRead;
  return fields[field];
}

/** Counts of one set of pictures, field by field. */
export class Tally {
  readonly #counts = new Map<FieldName, Counts>();
  readonly misses: Miss[] = [];

  add(sample: Sample, fields: Fields): void {
    for (const field of fieldNames) {
      const wanted = plain(sample.truth[field] ?? '');
      const { value, score } = readingOf(fields, field);
      const got = plain(value);
      if (wanted === '' && (!sample.isComplete || got === '')) continue;
      const counts = this.of(field);
      if (wanted !== '') counts.of++;
      const isRight = got === wanted;
      if (isRight) counts.exact++;
      else if (got === '') counts.silent++;
      else counts.wrong++;
      if (got !== '') {
        const level = counts.levels[score as Level];
        level[1]++;
        if (isRight) level[0]++;
      }
      if (!isRight) this.misses.push({ sample: sample.name, field, wanted, got, score, texts: fields.texts });
    }
  }

  of(field: FieldName): Counts {
    let counts = this.#counts.get(field);
    if (!counts) {
      counts = {
        of: 0,
        exact: 0,
        wrong: 0,
        silent: 0,
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
      const { of, exact, wrong, silent, levels } = counts;
      return [[field, of, exact, wrong, silent, ...LEVELS.map((level) => levels[level].join(' of '))]];
    });
    return textTable(
      ['field', 'pictures', 'exact', 'wrong', 'silent', ...LEVELS.map((level) => `right at ${level}`)],
      rows,
    );
  }
}

function plain(value: string): string {
  return value.toUpperCase().replace(/[\s.-]/g, '');
}
