import type { CopyBuffer } from '../../federal/copy/copy-buffer.ts';
import type { MonthScores } from '../score-month.ts';
import type { CarrierIndex } from '../sms/carrier-index.ts';
import { CATEGORY_COUNT, placeOf } from '../sms/categories.ts';
import type { Facts } from '../sms/facts.ts';

const SUMS = ['measure', 'relevant', 'with_violation', 'violations'];
const MARKS = ['iss_score', 'iss_group', 'alerts', 'acute', 'carrier_type', 'segment', 'unit_months'];
const FIELD_BYTES = 12;

/** Rows of safety_scores from the arrays of a month, with the columns that its method has. */
export class ScoreRowWriter {
  readonly #runId: number;
  readonly #carriers: CarrierIndex;
  readonly #facts: Facts;
  readonly #month: MonthScores;
  readonly #places: number[];
  /** As `write` writes them. */
  readonly columns: string[];

  constructor(runId: number, carriers: CarrierIndex, facts: Facts, month: MonthScores) {
    const categories = [...month.scores.peers.keys()];
    this.#places = categories.map(placeOf);
    this.columns = [
      ...['usdot_number', 'run_id', 'inspections', 'average_power_units'],
      ...categories.flatMap((id) => SUMS.map((what) => `${id}_${what}`)),
      ...MARKS,
      ...categories.flatMap((id) => [`${id}_percentile`, `${id}_group`]),
    ];
    this.#runId = runId;
    this.#carriers = carriers;
    this.#facts = facts;
    this.#month = month;
  }

  write(out: CopyBuffer, place: number): void {
    out.reserve(2 + this.columns.length * FIELD_BYTES);
    out.short(this.columns.length);
    out.integer(this.#carriers.usdotNumbers[place] as number);
    out.integer(this.#runId);
    count(out, this.#month.tally.inspections[place] as number);
    real(out, this.#facts.averageUnits[place] as number);
    for (const c of this.#places) this.#writeSums(out, place * CATEGORY_COUNT + c);
    this.#writeMarks(out, place);
    const { percentiles, groups } = this.#month.scores;
    for (const c of this.#places) {
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
