import type { CopyBuffer } from '../../federal/copy/copy-buffer.ts';
import type { MonthScores } from '../score-month.ts';
import type { CarrierFacts } from '../sms/carrier-facts.ts';
import type { CarrierIndex } from '../sms/carrier-index.ts';
import { CATEGORY_COUNT, categoryIndex } from '../sms/categories.ts';

const SUMS = ['measure', 'relevant', 'with_violation', 'violations'];
const FIELD_BYTES = 12;

/** Writes rows of safety_scores, with columns for the categories of the method. `write` uses the order of `columns`. */
export function scoreRowWriter(
  runId: number,
  { usdotNumbers }: CarrierIndex,
  facts: CarrierFacts,
  { tally, scores, iss }: MonthScores,
): { columns: string[]; write(out: CopyBuffer, carrier: number): void } {
  const ids = [...scores.peers.keys()];
  const categories = ids.map(categoryIndex);
  const perCarrier = {
    iss_score: iss.scores,
    iss_group: iss.groups,
    alerts: scores.alerts,
    acute: facts.acute,
    carrier_type: facts.carrierTypes,
    segment: facts.segments,
    unit_months: facts.unitMonths,
  };
  const columns = [
    'usdot_number',
    'run_id',
    'inspections',
    'average_power_units',
    ...ids.flatMap((id) => SUMS.map((name) => `${id}_${name}`)),
    ...Object.keys(perCarrier),
    ...ids.flatMap((id) => [`${id}_percentile`, `${id}_group`]),
  ];
  const smallints = Object.values(perCarrier);
  const write = (out: CopyBuffer, carrier: number) => {
    out.reserve(2 + columns.length * FIELD_BYTES);
    out.short(columns.length);
    out.integer(usdotNumbers[carrier] as number);
    out.integer(runId);
    writeCount(out, tally.inspections[carrier] as number);
    writeReal(out, facts.averageUnits[carrier] as number);
    for (const c of categories) {
      const k = carrier * CATEGORY_COUNT + c;
      writeReal(out, scores.measures[k] as number);
      writeCount(out, tally.relevant[k] as number);
      writeCount(out, tally.withViolation[k] as number);
      writeCount(out, tally.violations[k] as number);
    }
    for (const values of smallints) out.smallint(values[carrier] as number);
    for (const c of categories) {
      const k = carrier * CATEGORY_COUNT + c;
      writeSmallint(out, scores.percentiles[k] as number, -1);
      writeSmallint(out, scores.groups[k] as number, 0);
    }
  };
  return { columns, write };
}

function writeReal(out: CopyBuffer, value: number): void {
  if (Number.isNaN(value)) out.null();
  else out.real(value);
}

function writeCount(out: CopyBuffer, value: number): void {
  if (value === 0) out.null();
  else out.integer(value);
}

function writeSmallint(out: CopyBuffer, value: number, none: number): void {
  if (value === none) out.null();
  else out.smallint(value);
}
