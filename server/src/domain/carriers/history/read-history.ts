import type { CarrierHistory, HistoryField } from '../../../contract/carrier.ts';
import { paginationOf } from '../../../contract/pagination.ts';
import { runWithin } from '../../../db/run-within.ts';
import { archivedDatasets } from '../../federal/archive/archived-datasets.ts';
import type { ProfileService } from '../profile/profile-service.ts';
import { isKnown, MAX_USDOT } from '../records/census.ts';
import { shownValue } from '../records/census-words.ts';
import { type CarrierArchive, type HeldValue, keyOf, readArchive, shownSources } from './archive.ts';

export type HistoryQuery = { field: HistoryField | null; page: number; pageSize: number };

const NOTHING: CarrierArchive = { sources: [], values: [] };

/** The changes of one carrier, the latest first. */
export async function readHistory(
  { budgets }: ProfileService,
  usdotNumber: number,
  query: HistoryQuery,
): Promise<CarrierHistory> {
  const canExist = usdotNumber <= MAX_USDOT;
  const [archive, known] = await Promise.all([
    canExist ? runWithin(budgets.archive, (db) => readArchive(db, usdotNumber)) : NOTHING,
    canExist && runWithin(budgets.known, (db) => isKnown(db, usdotNumber)),
  ]);
  return historyOf(archive, usdotNumber, known, query);
}

export function historyOf(
  archive: CarrierArchive,
  usdotNumber: number,
  known: boolean,
  { field, page, pageSize }: HistoryQuery,
): CarrierHistory {
  const changes = changesOf(archive).filter((change) => field === null || change.field === field);
  const shown = changes.slice((page - 1) * pageSize, page * pageSize);
  return {
    usdot_number: String(usdotNumber),
    is_known: known || archive.values.length > 0,
    sources: shownSources(archive),
    changes: shown,
    unlisted: unlistedOf(archive).filter((one) => field === null || one.field === field),
    pagination: paginationOf(page, pageSize, shown.length, changes.length),
  };
}

type Change = CarrierHistory['changes'][number];

function changesOf(archive: CarrierArchive): Change[] {
  const changes: Change[] = [];
  for (const values of Map.groupBy(archive.values, keyOf).values())
    for (const [i, one] of values.entries()) {
      const { source, field, item, first_seen, last_seen, replaced_on } = one;
      if (replaced_on === null || isRepeated(archive, one)) continue;
      const value = shownValue(field, one.value);
      const replaced_by = shownValue(field, values[i + 1]?.value ?? null);
      changes.push({
        ...{ field, item, value, replaced_by, first_seen, last_seen, replaced_on },
        source_dataset: source,
      });
    }
  return changes.sort(
    (a, b) =>
      compare(b.replaced_on, a.replaced_on) ||
      compare(a.source_dataset, b.source_dataset) ||
      compare(a.field, b.field) ||
      compare(a.item, b.item),
  );
}

/** Authorities and filings that only earlier files list. The census has `record` for that. */
function unlistedOf({ sources, values }: CarrierArchive): CarrierHistory['unlisted'] {
  const newest = new Map(sources.map((one) => [one.source, one.newest_on]));
  return values.flatMap(({ source, field, item, value, first_seen, last_seen, replaced_on }) => {
    const isItem = archivedDatasets[source]?.hasItems === true;
    if (!isItem || value === null || replaced_on !== null || last_seen >= (newest.get(source) ?? ''))
      return [];
    const shown = shownValue(field, value) ?? value;
    return [{ field, item, value: shown, first_seen, last_seen, source_dataset: source }];
  });
}

/** The monthly SMS census repeats what the daily census has. It is used for the time before the daily one was archived. */
function isRepeated({ sources, values }: CarrierArchive, { source, replaced_on }: HeldValue): boolean {
  if (source !== 'sms-census' || !values.some((one) => one.source === 'company-census')) return false;
  const daily = sources.find((one) => one.source === 'company-census');
  return daily !== undefined && replaced_on !== null && replaced_on > daily.since;
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
