import type { Db } from '../../../db/database.ts';
import { operatorError } from '../../../lib/errors.ts';
import { currentLoads, type StoredLoad, smsMonths } from '../../federal/loads.ts';

/** Datasets without which there is nothing to score. */
const REQUIRED = ['sms-census', 'sms-inspection', 'sms-violation'];
const OUTPUTS = ['sms-ab-passenger', 'sms-ab-property', 'sms-c-passenger', 'sms-c-property'];
const USED = [...REQUIRED, 'sms-crash', 'company-census', 'out-of-service-orders', ...OUTPUTS];

type WrittenInputs = Record<string, { as_of: string; content_hash: string }>;

/** The loads that a run reads. */
export type Inputs = {
  loads: Map<string, StoredLoad>;
  /** Date of the SMS month. */
  asOf: string;
  /** Stored with the run, and compared with the inputs of the next one. */
  written: WrittenInputs;
};

export function isInput(dataset: string): boolean {
  return USED.includes(dataset);
}

/** Null if a required dataset is not loaded. */
export async function findInputs(db: Db): Promise<Inputs | null> {
  const loads = new Map((await currentLoads(db)).map((load) => [load.dataset, load]));
  const month = loads.get('sms-inspection');
  if (!month || REQUIRED.some((name) => !loads.has(name))) return null;
  const written: WrittenInputs = {};
  for (const name of USED) {
    const load = loads.get(name);
    if (load) written[name] = { as_of: load.as_of, content_hash: load.content_hash };
  }
  return { loads, asOf: month.as_of, written };
}

export async function requireInputs(db: Db): Promise<Inputs> {
  const inputs = await findInputs(db);
  if (inputs) return inputs;
  throw operatorError(`Scores need the SMS files. Import ${REQUIRED.join(', ')} of one month first.`);
}

/** Compares by dataset name: jsonb does not keep the order of keys. */
export function sameInputs(one: WrittenInputs, other: WrittenInputs): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => one[name]?.content_hash === other[name]?.content_hash);
}

/** What the sums of a run depend on; a daily import of the census does not change them. */
const SUMMED = ['sms-inspection', 'sms-violation', 'sms-crash'];

export function sameEvents(one: WrittenInputs, other: WrittenInputs): boolean {
  return SUMMED.every(
    (name) =>
      one[name]?.content_hash === other[name]?.content_hash && one[name]?.as_of === other[name]?.as_of,
  );
}

/** Caveats to store with the run. */
export function inputNotes({ loads, asOf: month }: Inputs, asOf: string): string[] {
  const notes: string[] = [];
  const months = smsMonths(loads.values());
  if (months.length > 1)
    notes.push(
      `The SMS files are from different months (${months.join(', ')}); they should be of one month.`,
    );
  if (asOf !== month)
    notes.push(
      `The SMS files are of ${month}. Time weights for ${asOf} were computed from event dates; events that are not in the files are missing.`,
    );
  if (!loads.has('sms-crash')) notes.push('There is no SMS crash file. Crashes are not counted.');
  if (!loads.has('company-census'))
    notes.push('There is no company census. All carriers are in the straight segment.');
  return notes;
}
