import { type ArchivedIdentity, HISTORY_FIELDS, type HistoryField } from '../../../contract/carrier.ts';
import { archivedDatasets } from '../../federal/archive/archived-datasets.ts';
import { shownValue } from '../records/census-words.ts';
import { type CarrierArchive, fieldSince, type HeldValue, keyOf, shownSources } from './archive.ts';

const PRECEDENCE = Object.keys(archivedDatasets);

/** The values that the files had on a day. A file whose archive does not reach back to the day has none. */
function archivedOn({ values }: CarrierArchive, day: string): HeldValue[] {
  return [...Map.groupBy(values, keyOf).values()].flatMap((held) => {
    const one = held.find(({ replaced_on }) => replaced_on === null || replaced_on > day);
    return one !== undefined && one.first_seen <= day ? [one] : [];
  });
}

/**
 * The values that a carrier had on a day, one for each field and item. Of several files, the daily census before the monthly
 * one, and Motus before the legacy files. A file that did not list the carrier on the day has none.
 */
export function valuesOn(archive: CarrierArchive, day: string): HeldValue[] {
  const found = archivedOn(archive, day);
  const unlisted = new Set(
    found.filter(({ field, value }) => field === 'record' && value === null).map(({ source }) => source),
  );
  const listed = found.filter(({ source, field }) => field !== 'record' && !unlisted.has(source));
  const rank = ({ source }: HeldValue) => PRECEDENCE.indexOf(source);
  const order = ({ field }: HeldValue) => HISTORY_FIELDS.indexOf(field);
  return [...Map.groupBy(listed, ({ field, item }) => `${field}\n${item}`).values()]
    .flatMap((same) => same.sort((a, b) => rank(a) - rank(b)).slice(0, 1))
    .sort((a, b) => order(a) - order(b) || (a.item < b.item ? -1 : 1));
}

export function archivedIdentity(archive: CarrierArchive, day: string): ArchivedIdentity {
  const values = valuesOn(archive, day);
  return {
    as_of: day,
    is_listed: isListed(archive, day),
    sources: shownSources(archive),
    values: values.flatMap(({ source, field, item, value, first_seen, last_seen }) =>
      value === null
        ? []
        : {
            ...{ field, item, value: shownValue(field, value) ?? value, first_seen, last_seen },
            source_dataset: source,
          },
    ),
    unknown_fields: HISTORY_FIELDS.filter(
      (field) => !isCovered(archive, field, day) && !values.some((one) => one.field === field),
    ),
  };
}

/** Whether a file that has the field was archived on the day or before. */
function isCovered({ sources }: CarrierArchive, field: HistoryField, day: string): boolean {
  return sources.some((about) => {
    const archived = archivedDatasets[about.source];
    const hasField = field === 'record' ? archived?.presence === field : archived?.fields[field];
    return hasField && fieldSince(about, field) <= day;
  });
}

/** Null if no census was archived on the day or before. */
function isListed(archive: CarrierArchive, day: string): boolean | null {
  if (!isCovered(archive, 'record', day)) return null;
  return archivedOn(archive, day).some(({ field, value }) => field === 'record' && value !== null);
}

/** The census values of a day as in the file, for the sections of a profile. */
export function censusOn(archive: CarrierArchive, day: string): ReadonlyMap<HistoryField, string | null> {
  const values = valuesOn(archive, day).filter(({ item }) => item === '');
  return new Map(values.map(({ field, value }) => [field, value]));
}
