import type { ArchivedIdentity, CarrierHistory, HistoryField } from '../../../contract/carrier.ts';
import { type Db, statement } from '../../../db/database.ts';
import { archivedDatasets, fieldsObject } from '../../federal/archive/archived-datasets.ts';

/** A value and the files that had it. `replaced_on` is null for the value that the newest file has. */
export type HeldValue = {
  source: string;
  field: HistoryField;
  item: string;
  value: string | null;
  first_seen: string;
  last_seen: string;
  replaced_on: string | null;
};
export type Source = {
  source: string;
  since: string;
  newest_on: string;
  loaded_fields: string[];
  /** The day from which a field is archived, if that is later than `since`. */
  field_since: Partial<Record<HistoryField, string>>;
};
type NewestRow = {
  source: string;
  item: string;
  seen_on: string;
  missing_on: string | null;
  fields: Partial<Record<HistoryField, string | null>>;
};

/** What the archive has of one carrier: each value with its dates, those of one field and item in order of time. */
export type CarrierArchive = { sources: Source[]; values: HeldValue[] };

const sources = statement(
  'history.sources',
  `select source, since, newest_on, loaded_fields, field_since from carrier_history_sources order by source`,
);
const replaced = statement(
  'history.replaced',
  `select source, field, item, value, first_seen, last_seen, replaced_on from carrier_history
   where usdot_number = $1 order by replaced_on`,
);

const loadedRows = Object.entries(archivedDatasets).map(
  ([source, archived]) =>
    `select '${source}' as source, ${archived.hasItems ? 'x.item' : `''`} as item, s.newest_on as seen_on, null::date as missing_on,
       ${fieldsObject(archived, Object.keys(archived.fields), 'x')} as fields
     from ${archived.rows(archived.table)} x join carrier_history_sources s on s.source = '${source}'
     where x.usdot_number = $1 and not exists (select from carrier_last_known k
       where k.usdot_number = $1 and k.source = '${source}'${archived.hasItems ? ' and k.item = x.item' : ''})`,
);
const newest = statement(
  'history.newest',
  `select source, item, seen_on, missing_on, fields from carrier_last_known
   where usdot_number = $1 and fields is not null
   union all ${loadedRows.join(' union all ')}`,
);

export async function readArchive(db: Db, usdotNumber: number): Promise<CarrierArchive> {
  const [known, closed, open] = await Promise.all([
    db.rows<Source>(sources),
    db.rows<HeldValue>(replaced, [usdotNumber]),
    db.rows<NewestRow>(newest, [usdotNumber]),
  ]);
  return { sources: known, values: [...closed, ...openValues(known, closed, open)] };
}

/** The values of the newest files. Each is held since the last change of its field, or since the carrier was listed. */
function openValues(known: Source[], closed: HeldValue[], rows: NewestRow[]): HeldValue[] {
  const changedOn = new Map(closed.map((one) => [keyOf(one), one.replaced_on]));
  return rows.flatMap(({ source, item, seen_on, missing_on, fields }) => {
    const about = known.find((one) => one.source === source);
    if (about === undefined) return [];
    const open = (field: HistoryField, value: string | null, first: string): HeldValue => ({
      ...{ source, field, item, value, replaced_on: null, last_seen: seen_on },
      first_seen: changedOn.get(keyOf({ source, field, item })) ?? first,
    });
    const listed = closed.find((one) => one.source === source && one.field === 'record');
    const listedOn = listed?.value === null ? listed.replaced_on : null;
    const values = (Object.entries(fields) as [HistoryField, string | null][])
      .filter(([field]) => about.loaded_fields.includes(field))
      .map(([field, value]) => open(field, value, fieldSince(about, field, listedOn)));
    if (archivedDatasets[source]?.presence !== 'record') return values;
    const record = open('record', 'listed', about.since);
    return [...values, ...(missing_on === null ? [record] : untilMissing(record, missing_on, about))];
  });
}

/** A carrier that the newest files do not list. */
function untilMissing(record: HeldValue, missingOn: string, { newest_on }: Source): HeldValue[] {
  return [
    { ...record, replaced_on: missingOn },
    { ...record, value: null, first_seen: missingOn, last_seen: newest_on },
  ];
}

/** The first day of a field in the archive, not before the day on which the carrier was listed. */
export function fieldSince(about: Source, field: HistoryField, listedOn: string | null = null): string {
  return [about.since, about.field_since[field], listedOn].reduce<string>(
    (latest, day) => (day && day > latest ? day : latest),
    about.since,
  );
}

export function keyOf({ source, field, item }: Pick<HeldValue, 'source' | 'field' | 'item'>): string {
  return `${source}\n${field}\n${item}`;
}

export function shownSources({
  sources,
}: CarrierArchive): CarrierHistory['sources'] & ArchivedIdentity['sources'] {
  return sources.map(({ source, since, newest_on }) => ({
    source_dataset: source,
    since,
    newest: newest_on,
  }));
}
