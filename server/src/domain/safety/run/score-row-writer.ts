import type { CopyBuffer } from '../../federal/copy-buffer.ts';
import type { MonthScores } from '../score-month.ts';
import type { CarrierIndex } from '../sms/carrier-index.ts';
import { CATEGORIES, CATEGORY_COUNT } from '../sms/categories.ts';
import type { Facts } from '../sms/facts.ts';

const sums = CATEGORIES.flatMap((id) => [
  `${id}_measure`,
  `${id}_relevant`,
  `${id}_with_violation`,
  `${id}_violations`,
]);
const ranks = CATEGORIES.flatMap((id) => [`${id}_percentile`, `${id}_group`]);
const marks = ['iss_score', 'iss_group', 'alerts', 'acute', 'carrier_type', 'segment', 'unit_months'];

/** As `write` writes them. */
export const SCORE_COLUMNS = [
  ...['usdot_number', 'run_id', 'inspections', 'average_power_units'],
  ...[...sums, ...marks, ...ranks],
];

const ROW_BYTES = 2 + SCORE_COLUMNS.length * 12;

/** One row of safety_scores from the arrays of a month. */
export class ScoreRowWriter {
  readonly #runId: number;
  readonly #carriers: CarrierIndex;
  readonly #facts: Facts;
  readonly #month: MonthScores;

  constructor(runId: number, carriers: CarrierIndex, facts: Facts, month: MonthScores) {
    this.#runId = runId;
    this.#carriers = carriers;
    this.#facts = facts;
    this.#month = month;
  }

  write(out: CopyBuffer, place: number): void {
    out.reserve(ROW_BYTES);
    out.short(SCORE_COLUMNS.length);
    out.integer(this.#carriers.usdotNumbers[place] as number);
    out.integer(this.#runId);
    count(out, this.#month.tally.inspections[place] as number);
    real(out, this.#facts.averageUnits[place] as number);
    for (let c = 0; c < CATEGORY_COUNT; c++) this.#writeSums(out, place * CATEGORY_COUNT + c);
    this.#writeMarks(out, place);
    const { percentiles, groups } = this.#month.scores;
    for (let c = 0; c < CATEGORY_COUNT; c++) {
      const k = place * CATEGORY_COUNT + c;
      small(out, percentiles[k] as number, -1);
      small(out, groups[k] as number, 0);
    }
  }

  #writeSums(out: CopyBuffer, k: number): void {
    const { scores, tally } = this.#month;
    real(out, scores.measures[k] as number);
    count(out, tally.relevant[k] as number);
    count(out, tally.withViolation[k] as number);
    count(out, tally.violations[k] as number);
  }

  #writeMarks(out: CopyBuffer, place: number): void {
    const { iss, scores } = this.#month;
    const { acute, carrierTypes, segments, unitMonths } = this.#facts;
    for (const values of [iss.scores, iss.groups, scores.alerts, acute, carrierTypes, segments, unitMonths])
      out.smallint(values[place] as number);
  }
}

function real(out: CopyBuffer, value: number): void {
  if (Number.isNaN(value)) out.null();
  else out.real(value);
}

function count(out: CopyBuffer, value: number): void {
  if (value === 0) out.null();
  else out.integer(value);
}

function small(out: CopyBuffer, value: number, none: number): void {
  if (value === none) out.null();
  else out.smallint(value);
}
