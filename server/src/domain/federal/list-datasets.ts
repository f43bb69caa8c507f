import type { Db } from '../../db/database.ts';
import { catalogue } from './datasets/all-datasets.ts';
import { currentLoads, type StoredLoad } from './loads.ts';

export type DatasetState = {
  dataset: string;
  title: string;
  age_days: number | null;
  load: StoredLoad | null;
};

const DAY_MS = 86_400_000;

/** Every dataset there is, with what is loaded of it, and what does not fit together. */
export async function listDatasets(
  db: Db,
  now: Date,
): Promise<{ datasets: DatasetState[]; warnings: string[] }> {
  const loads = new Map((await currentLoads(db)).map((load) => [load.dataset, load]));
  const datasets = catalogue.map(({ name, title }) => {
    const load = loads.get(name) ?? null;
    return { dataset: name, title, age_days: load ? ageDays(load.as_of, now) : null, load };
  });
  return { datasets, warnings: mixedMonths([...loads.values()]) };
}

/** By the day the data speaks of: the day of import says nothing about a frozen file. */
function ageDays(asOf: string, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - Date.parse(`${asOf}T00:00:00Z`)) / DAY_MS));
}

/** Census, inspections, violations, crashes and outputs of SMS belong to one run. */
function mixedMonths(loads: StoredLoad[]): string[] {
  const sms = loads.filter(({ dataset }) => dataset.startsWith('sms-'));
  const months = new Set(sms.map(({ as_of }) => as_of.slice(0, 7)));
  if (months.size <= 1) return [];
  return [
    `The SMS files are of different months (${[...months].sort().join(', ')}); import those of one run.`,
  ];
}
