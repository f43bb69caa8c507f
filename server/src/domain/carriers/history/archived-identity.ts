import { type ArchivedIdentity, HISTORY_FIELDS, type HistoryField } from '../../../contract/carrier.ts';
import { archivedDatasets } from '../../federal/archive/archived-datasets.ts';
import { type CarrierArchive, type HeldValue, keyOf, shownSources } from './archive.ts';
import { shownValue } from './shown-value.ts';

type ValueOnDay = HeldValue & { is_archived: boolean };

const PRECEDENCE = Object.keys(archivedDatasets);

/**
 * The values that a carrier had on a day, one for each field and item. Of several files, one whose archive reaches back to
 * the day; then the daily census before the monthly one, and Motus before the legacy files. Without one, the oldest known value.
 */
export function valuesOn(archive: CarrierArchive, day: string): ValueOnDay[] {
  const values: ValueOnDay[] = [];
  const unlisted = new Set<string>();
  for (const held of Map.groupBy(archive.values, keyOf).values()) {
    const one = held.find(({ replaced_on }) => replaced_on === null || replaced_on > day);
    if (one === undefined) continue;
    const found = { ...one, is_archived: one.first_seen <= day };
    if (one.field === 'record' && one.value === null && found.is_archived) unlisted.add(one.source);
    values.push(found);
  }
  const listed = values.filter(({ source }) => !unlisted.has(source));
  const rank = (one: ValueOnDay) =>
    (one.is_archived ? 0 : PRECEDENCE.length) + PRECEDENCE.indexOf(one.source);
  const byItem = Map.groupBy(listed, ({ field, item }) => `${field}\n${item}`);
  const order = ({ field }: ValueOnDay) => HISTORY_FIELDS.indexOf(field);
  return [...byItem.values()]
    .flatMap((same) => same.sort((a, b) => rank(a) - rank(b)).slice(0, 1))
    .sort((a, b) => order(a) - order(b) || (a.item < b.item ? -1 : 1));
}

export function archivedIdentity(archive: CarrierArchive, day: string): ArchivedIdentity {
  return {
    as_of: day,
    sources: shownSources(archive),
    values: valuesOn(archive, day)
      .filter(({ field, value }) => field !== 'record' && value !== null)
      .map(({ source, field, item, value, first_seen, last_seen, is_archived }) => ({
        ...{ field, item, value: shownValue(field, value) ?? '', first_seen, last_seen, is_archived },
        source_dataset: source,
      })),
  };
}

/** The census values of a day as in the file, for the sections of a profile. */
export function censusOn(archive: CarrierArchive, day: string): ReadonlyMap<HistoryField, string | null> {
  const values = valuesOn(archive, day).filter(({ item }) => item === '');
  return new Map(values.map(({ field, value }) => [field, value]));
}
