import type { CopyBuffer } from '../../federal/copy/copy-buffer.ts';
import type { MonthScores } from '../score-month.ts';
import type { CarrierFacts } from '../sms/carrier-facts.ts';
import type { CarrierIndex } from '../sms/carrier-index.ts';
import { CATEGORY_COUNT, categoryIndex } from '../sms/categories.ts';

const SUMS = ['measure', 'relevant', 'with_violation', 'violations'];
const CARRIER_COLUMNS = [
  'iss_score',
  'iss_group',
  'alerts',
  'acute',
  'carrier_type',
  'segment',
  'unit_months',
];
const FIELD_BYTES = 12;

/** Writes rows of safety_scores, with columns for the categories of the method. */
export class ScoreRowWriter {
  readonly #runId: number;
  readonly #carriers: CarrierIndex;
  readonly #facts: CarrierFacts;
  readonly #month: MonthScores;
  readonly #categories: number[];
  /** In the order in which `write` writes them. */
  readonly columns: string[];

  constructor(runId: number, carriers: CarrierIndex, facts: CarrierFacts, month: MonthScores) {
    const categories = [...month.scores.peers.keys()];
    this.#categories = categories.map(categoryIndex);
    this.columns = [
      'usdot_number',
      'run_id',
      'inspections',
      'average_power_units',
      ...categories.flatMap((id) => SUMS.map((name) => `${id}_${name}`)),
      ...CARRIER_COLUMNS,
      ...categories.flatMap((id) => [`${id}_percentile`, `${id}_group`]),
    ];
    this.#runId = runId;
    this.#carriers = carriers;
    this.#facts = facts;
    this.#month = month;
  }

  write(out: CopyBuffer, carrier: number): void {
    out.reserve(2 + this.columns.length * FIELD_BYTES);
    out.short(this.columns.length);
    out.integer(this.#carriers.usdotNumbers[carrier] as number);
    out.integer(this.#runId);
    count(out, this.#month.tally.inspections[carrier] as number);
    real(out, this.#facts.averageUnits[carrier] as number);
    for (const c of this.#categories) this.#writeSums(out, carrier * CATEGORY_COUNT + c);
    this.#writeCarrierColumns(out, carrier);
    const { percentiles, groups } = this.#month.scores;
    for (const c of this.#categories) {
      const k = carrier * CATEGORY_COUNT + c;
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

  #writeCarrierColumns(out: CopyBuffer, carrier: number): void {
    const { iss, scores } = this.#month;
    const { acute, carrierTypes, segments, unitMonths } = this.#facts;
    for (const values of [iss.scores, iss.groups, scores.alerts, acute, carrierTypes, segments, unitMonths])
      out.smallint(values[carrier] as number);
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
