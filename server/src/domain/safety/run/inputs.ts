import type { Db } from '../../../db/database.ts';
import { operatorError } from '../../../lib/errors.ts';
import { currentLoads, type StoredLoad } from '../../federal/loads.ts';

/** Without these there is nothing to score. */
const NEEDED = ['sms-census', 'sms-inspection', 'sms-violation'];
const USED = [
  ...[...NEEDED, 'sms-crash', 'company-census', 'out-of-service-orders'],
  ...['sms-ab-passenger', 'sms-ab-property', 'sms-c-passenger', 'sms-c-property'],
];

/** What a run is made of: the loads of the datasets it reads. */
export type Inputs = {
  loads: Map<string, StoredLoad>;
  /** The day of the SMS month. */
  asOf: string;
  /** As it is stored with the run, and compared with the next. */
  written: Record<string, { as_of: string; content_hash: string }>;
};

export function isInput(dataset: string): boolean {
  return USED.includes(dataset);
}

/** Null when one that is needed is not there. */
export async function findInputs(db: Db): Promise<Inputs | null> {
  const loads = new Map((await currentLoads(db)).map((load) => [load.dataset, load]));
  const month = loads.get('sms-inspection');
  if (!month || NEEDED.some((name) => !loads.has(name))) return null;
  const written: Inputs['written'] = {};
  for (const name of USED) {
    const load = loads.get(name);
    if (load) written[name] = { as_of: load.as_of, content_hash: load.content_hash };
  }
  return { loads, asOf: month.as_of, written };
}

export async function needInputs(db: Db): Promise<Inputs> {
  const inputs = await findInputs(db);
  if (inputs) return inputs;
  throw operatorError(`Scores need the SMS files: import ${NEEDED.join(', ')} of one month first.`);
}

/** What a reader of the run must know. */
export function notesOn({ loads, asOf: month }: Inputs, asOf: string): string[] {
  const notes: string[] = [];
  const sms = [...loads.values()].filter(({ dataset }) => dataset.startsWith('sms-'));
  const months = [...new Set(sms.map(({ as_of }) => as_of.slice(0, 7)))].sort();
  if (months.length > 1)
    notes.push(
      `The SMS files are of different months (${months.join(', ')}); those of one run belong together.`,
    );
  if (asOf !== month)
    notes.push(
      `The SMS files speak of ${month}; time weights for ${asOf} were computed from the dates, and events outside the files are missing.`,
    );
  if (!loads.has('sms-crash')) notes.push('There is no SMS crash file; crashes count as none.');
  if (!loads.has('company-census'))
    notes.push('There is no company census; every carrier counts as of the straight segment.');
  return notes;
}
