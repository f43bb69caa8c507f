import type { FilingRecord, FilingRecords } from './filings.ts';

/** A filing as it was known on a day: `cancel_effective_date` is null if the end was not known then. */
export type KnownFiling = FilingRecord & {
  /** It ended later, and whether that was announced on the day is unknown. */
  is_end_unclear: boolean;
};

/** What the registers showed on a day. */
export type FilingsOn = {
  filings: KnownFiling[];
  /** Filings in effect on the day that were posted later, from before the archive: an earlier form of them may have been on file. */
  posted_later: FilingRecord[];
};

/** Punctuation in policy numbers varies between the files. */
export function plainPolicy({ policy_number }: Pick<FilingRecord, 'policy_number'>): string {
  return (policy_number ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/**
 * The filings that were known on a day; with `asOf` null, those that are known now. Where the archive of a file does not reach
 * back to the day, the dates in the rows decide, and an end after the day counts as not known.
 */
export function filingsOn(
  { records, archived_since, motus_days }: FilingRecords,
  asOf: string | null,
  today: string,
): FilingsOn {
  const day = asOf ?? today;
  const motusDay = motus_days.findLast((one) => one <= day) ?? motus_days[0] ?? '';
  const isArchived = (dataset: string) => (archived_since[dataset] ?? '9999') <= day;
  const isKnown = ({ listed_from, source_dataset }: FilingRecord): boolean | null => {
    if (asOf === null) return true;
    if (listed_from !== null) return listed_from <= day;
    return isArchived(source_dataset) ? true : null;
  };
  const remaining = records.filter(
    ({ listed_until }) => listed_until === null || (asOf !== null && listed_until > day),
  );
  const history = remaining.filter(({ is_history }) => is_history);
  const listed = remaining.filter(({ is_history }) => !is_history);
  // A policy whose end became known later was on file before that: in the archive, or by its own dates.
  const isShown = (record: FilingRecord) =>
    isKnown(record) !== false || !isArchived(FILE_BEFORE_THE_END[record.source]);
  const onFile = listed.filter(
    (record) => isKnown(record) === true || (isKnown(record) === null && postedOn(record) <= day),
  );
  return {
    filings: [
      ...onFile.map((record) => withKnownEnd(record, endsOf(record, history, day, motusDay), isKnown, day)),
      ...history.filter(isShown).map((record) => withKnownEnd(record, [record], isKnown, day)),
    ],
    posted_later: listed.filter(
      (record) => isKnown(record) === null && (record.effective_date ?? '') <= day && postedOn(record) > day,
    ),
  };
}

const FILE_BEFORE_THE_END = { motus: 'motus-insur', legacy: 'legacy-act-pend-insur' };
const postedOn = ({ posted_date, effective_date }: FilingRecord) => posted_date ?? effective_date ?? '';

/**
 * The rows that state an end of the filing: those of the same policy in the history of Motus, and the row itself. A policy that
 * the Motus file of `motusDay` lists was reinstated after an earlier end.
 */
function endsOf(
  filing: FilingRecord,
  history: FilingRecord[],
  day: string,
  motusDay: string,
): FilingRecord[] {
  const policy = plainPolicy(filing);
  const announced = history.filter(
    ({ source, kind, cancel_effective_date: end, ...one }) =>
      policy !== '' &&
      plainPolicy(one) === policy &&
      source === 'motus' &&
      kind === filing.kind &&
      end !== null &&
      (end > day || end >= motusDay || filing.source === 'legacy'),
  );
  return filing.cancel_effective_date === null ? announced : [...announced, filing];
}

function withKnownEnd(
  filing: FilingRecord,
  ends: FilingRecord[],
  isKnown: (record: FilingRecord) => boolean | null,
  day: string,
): KnownFiling {
  let end: string | null = null;
  let isUnclear = false;
  for (const one of ends) {
    const on = one.cancel_effective_date;
    const known = isKnown(one);
    if (on === null || (known === false && (on > day || one !== filing))) continue;
    if (known === null && on > day) isUnclear = true;
    else if (end === null || on > end) end = on;
  }
  return { ...filing, cancel_effective_date: end, is_end_unclear: isUnclear && end === null };
}
