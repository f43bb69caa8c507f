import {
  type AuthorityChange,
  authorityPeriods,
  type RegisterEntry,
} from '../../carriers/profile/authority-periods.ts';
import { type FilingsOn, filingsOn } from '../../carriers/records/filings-on.ts';
import type { AuthorityInput, CensusField, ClearanceInput, Common, Inputs } from '../inputs/inputs.ts';
import type { Decision } from './decision.ts';
import { daysOfFiles, type GroupName, missingFiles, oldScores } from './file-groups.ts';

/** A value of the census, or why it is not known. */
export type CensusValue = { value: string | null; unknown: string | null };

/** What one rule asks about a carrier. Everything follows from the inputs, so the same inputs always give the same answers. */
export class Subject {
  readonly inputs: Inputs;
  readonly common: Common;
  #filings: FilingsOn | undefined;
  readonly #asked = new Set<GroupName>();

  constructor(inputs: Inputs, common: Common) {
    this.inputs = inputs;
    this.common = common;
  }

  get day(): string {
    return this.common.day;
  }

  /** Why nothing can be said from the absence of records in these files; null if they are loaded and recent. */
  missing(...groups: GroupName[]): string | null {
    for (const group of groups) this.#asked.add(group);
    return missingFiles(this.common, groups);
  }

  /** The days of the files that were asked for. */
  get daysOfFiles(): string {
    // The daily census takes precedence over that of SMS where it lists the carrier.
    const isDaily = this.inputs.census.some((one) => one.source_dataset === 'company-census');
    const asked = [...this.#asked].map((one) => (one === 'census' && isDaily ? 'daily_census' : one));
    return daysOfFiles(this.common, asked);
  }

  /** The day of the scores, in words, and whether they are too old. Null if they are not known. */
  get scoresOf(): { words: string; old: string | null } | null {
    const { scores } = this.inputs;
    if (scores === null) return null;
    const { run, published_on } = scores;
    const day = run?.run_date ?? published_on;
    const by = run === null && published_on !== null ? 'Published by FMCSA' : 'Computed by Milepost';
    return {
      words: day === null ? `${by}.` : `${by}, as of ${day}.`,
      old: day === null ? null : oldScores(this.common, day),
    };
  }

  census(field: CensusField): CensusValue {
    const rows = this.inputs.census.filter(({ values }) => field in values);
    const value = rows.map(({ values }) => values[field]).find((one) => one != null) ?? null;
    if (value !== null || rows.length > 0) return { value, unknown: null };
    const { as_of } = this.common;
    const unlisted = as_of === null ? 'The carrier is in no loaded census that has this.' : null;
    return { value, unknown: unlisted ?? `No census of ${as_of} or before is archived.` };
  }

  /** The accepted objection that clears what a rule, or one signal of it, found; null without one. */
  clearance(rule: string, found: Decision, signal: string | null = null): ClearanceInput | null {
    const covers = ({ result }: ClearanceInput) => result === 'FAIL' || found === 'review';
    const isOf = (one: ClearanceInput) => one.rule === rule && one.signal === signal;
    const isInForce = ({ since, until }: ClearanceInput) => since <= this.day && this.day <= until;
    return this.inputs.clearances.find((one) => isOf(one) && isInForce(one) && covers(one)) ?? null;
  }

  /** Filings as they were known on the day. */
  get filings(): FilingsOn {
    const { archived_since, motus_days, as_of, day } = this.common;
    this.#filings ??= filingsOn({ records: this.inputs.filings, archived_since, motus_days }, as_of, day);
    return this.#filings;
  }

  /** The status of a kind of authority: active for any docket, else inactive, none or unknown. */
  authority(isOfKind: (row: AuthorityInput) => boolean): AuthorityInput['status'] {
    const statuses = this.inputs.authorities.filter(isOfKind).map(({ status }) => status);
    const found = (['A', 'I', 'N', 'U'] as const).find((one) => statuses.includes(one));
    if (found !== undefined) return found;
    // Where the archive does not reach back, nobody knows which authorities were listed.
    const { as_of, registers_since } = this.common;
    return as_of === null || (registers_since !== null && registers_since <= as_of) ? 'N' : 'U';
  }

  /** The first day of the present period of the oldest active authority to carry; null without one. */
  activeSince(): { day: string | null } | null {
    const { authorities, authority_changes } = this.inputs;
    const periods = authorityPeriods(inOrder(authority_changes), entriesOf(authorities), this.day);
    const active = periods.filter(
      ({ state, end, authority }) =>
        state === 'active' && end === null && (authority === 'common' || authority === 'contract'),
    );
    if (active.length === 0) return null;
    const starts = active.flatMap(({ start }) => start ?? []).sort();
    return { day: starts[0] ?? null };
  }
}

export const clearedBy = ({ since, until, reason }: ClearanceInput) =>
  `Cleared until ${until} by an objection accepted on ${since}: ${reason}`;

const rank = ({ day, is_active, reason, source_dataset }: AuthorityChange) =>
  `${day} ${is_active ? 1 : 0} ${reason} ${source_dataset}`;

function inOrder(changes: AuthorityChange[]): AuthorityChange[] {
  return [...changes].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

/** One entry for each kind and cargo, as the register of the profile has it. */
function entriesOf(rows: AuthorityInput[]): RegisterEntry[] {
  const kinds = Map.groupBy(rows, ({ authority, carries }) => `${authority} ${carries}`);
  return [...kinds.values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const largest = (values: (string | null)[]) =>
      values
        .filter((one) => one !== null)
        .sort()
        .at(-1) ?? null;
    return {
      ...{ authority: first.authority, carries: first.carries },
      status: same.map(({ status }) => status).sort()[0] ?? 'N',
      is_pending: same.some(({ is_pending }) => is_pending),
      source_dataset: largest(same.map((one) => one.source_dataset)) ?? '',
      source_date: largest(same.map((one) => one.source_date)),
    };
  });
}
