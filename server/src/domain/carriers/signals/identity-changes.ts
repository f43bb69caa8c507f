import type { HistoryField } from '../../../contract/carrier.ts';
import { statement } from '../../../db/database.ts';
import { editDistance } from '../../../lib/edit-distance.ts';
import { type HeldValue, readArchive } from '../history/archive.ts';
import type { SignalRequest } from './signal.ts';

/** The days are those of files: the change happened after `last_seen` and not later than `replaced_on`. */
type Replacement = {
  source: string;
  value: string | null;
  replaced_by: string | null;
  last_seen: string;
  replaced_on: string;
};
export type ArchivedChange = Replacement & { value: string; replaced_by: string };
type IdentityKind = 'name' | 'phone' | 'email' | 'address' | 'officer';
export type IdentityChange = ArchivedChange & { kind: IdentityKind };

export const IDENTITY_FIELDS = [
  ...['legal_name', 'phone', 'email_address', 'physical_address', 'officer_1', 'officer_2'],
] as const satisfies HistoryField[];
const MIN_FIELDS = 2;

/** $2, $3: the first and last day. */
const changedFields = statement(
  'signals.changed-identity-fields',
  `select count(distinct field)::int as fields from carrier_history
   where usdot_number = $1 and source in ('company-census', 'sms-census') and value is not null
     and field in (${IDENTITY_FIELDS.map((field) => `'${field}'`).join(', ')}) and replaced_on between $2 and $3`,
);

/** The census values of a carrier in order of time. */
export class CensusArchive {
  readonly #byField: Map<HistoryField, HeldValue[]>;
  readonly #lastDay: string;

  /** Files after `lastDay` are left out. */
  constructor(values: HeldValue[], lastDay: string) {
    this.#lastDay = lastDay;
    // The monthly census has the same values as the daily one, but later.
    const daily = values.filter(({ source }) => source === 'company-census');
    const used = daily.length > 0 ? daily : values.filter(({ source }) => source === 'sms-census');
    this.#byField = Map.groupBy(used, ({ field }) => field);
  }

  /** The values that were replaced, oldest first. */
  replacementsOf(field: HistoryField): Replacement[] {
    const held = this.#byField.get(field) ?? [];
    return held.flatMap(({ source, value, last_seen, replaced_on }, n) =>
      replaced_on === null || replaced_on > this.#lastDay
        ? []
        : [{ source, value, replaced_by: held[n + 1]?.value ?? null, last_seen, replaced_on }],
    );
  }

  /** Without values that appear or disappear. */
  changesOf(field: HistoryField): ArchivedChange[] {
    return this.replacementsOf(field).flatMap(({ value, replaced_by, ...more }) =>
      value === null || replaced_by === null ? [] : [{ ...more, value, replaced_by }],
    );
  }

  /** The values in the file of that day and in the file before it. */
  around(field: HistoryField, day: string): { before: string | null; after: string | null } {
    const held = this.#byField.get(field) ?? [];
    const at = (isOn: (one: HeldValue) => boolean) => held.find(isOn)?.value ?? null;
    return {
      before: at(({ replaced_on }) => replaced_on === null || replaced_on >= day),
      after: at(({ replaced_on }) => replaced_on === null || replaced_on > day),
    };
  }

  /** Changes of the name, officers and contacts. Corrected typing errors and other spellings are not changes. */
  identityChanges(): IdentityChange[] {
    const changes = (kind: IdentityKind, field: HistoryField, isSame: (one: ArchivedChange) => boolean) =>
      this.changesOf(field).flatMap((one) => (isSame(one) ? [] : [{ kind, ...one }]));
    return [
      ...changes('name', 'legal_name', (one) => isSameName(one.value, one.replaced_by)),
      ...changes('phone', 'phone', (one) => this.#isKeptPhone(one)),
      ...changes('email', 'email_address', (one) => isSameMailbox(one.value, one.replaced_by)),
      ...changes('address', 'physical_address', (one) => isSameAddress(one.value, one.replaced_by)),
      ...changes('officer', 'officer_1', (one) => this.#isKeptOfficer(one)),
      // The second officer matters only where there is no first one.
      ...changes('officer', 'officer_2', (one) => this.around('officer_1', one.replaced_on).before !== null),
    ];
  }

  /** The phone and the cell phone may be swapped. */
  #isKeptPhone({ value, replaced_by, replaced_on }: ArchivedChange): boolean {
    const cell = this.around('cell_phone', replaced_on);
    return (
      isSamePhone(value, replaced_by) ||
      isSamePhone(value, cell.after) ||
      isSamePhone(replaced_by, cell.before)
    );
  }

  #isKeptOfficer({ value, replaced_by, replaced_on }: ArchivedChange): boolean {
    const second = this.around('officer_2', replaced_on);
    const before = [value, second.before].map(personKey);
    const after = [replaced_by, second.after].map(personKey);
    return before.some((name) => after.some((other) => isSamePerson(name, other)));
  }
}

/** Null if fewer than two fields of the identity were replaced from `since` on. */
export async function readCensusArchive(
  { db, usdotNumber, today }: SignalRequest,
  since: string,
): Promise<CensusArchive | null> {
  const changed = await db.row<{ fields: number }>(changedFields, [usdotNumber, since, today]);
  if ((changed?.fields ?? 0) < MIN_FIELDS) return null;
  const { values } = await readArchive(db, usdotNumber);
  return new CensusArchive(values, today);
}

const lastDigits = (phone: string) => phone.replace(/\D/g, '').slice(-10);
/** One other digit is a corrected typing error, or another line of the company. */
const isSamePhone = (a: string, b: string | null) =>
  b !== null && editDistance(lastDigits(a), lastDigits(b)) <= 1;

/** Anyone can have an address there. At another domain, a new user is a new mailbox of the same company. */
const PUBLIC_MAIL =
  /^(gmail|googlemail|yahoo|ymail|rocketmail|outlook|hotmail|live|msn|aol|icloud|me|mac|protonmail|proton|mail|gmx|comcast|att|sbcglobal|bellsouth|verizon|charter|cox|earthlink|frontier|windstream|centurylink)\./;

export function isSameMailbox(a: string, b: string): boolean {
  const [one, two] = [a, b].map((email) => email.trim().toLowerCase()) as [string, string];
  if (one === two) return true;
  const [domain, other] = [one, two].map((email) => email.slice(email.lastIndexOf('@') + 1));
  return domain === other && domain !== undefined && !PUBLIC_MAIL.test(domain);
}

const LEGAL_FORMS =
  /\b(LLC|L L C|INC|INCORPORATED|CORP|CORPORATION|CO|COMPANY|LTD|LIMITED|LP|LLP|THE|AND)\b/g;
const plainName = (name: string) =>
  name
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .replace(LEGAL_FORMS, '')
    .replaceAll(' ', '');
const MAX_TYPING_ERRORS = 2;

/** Another legal form or a corrected typing error is the same name. */
export function isSameName(a: string, b: string): boolean {
  const [one, two] = [plainName(a), plainName(b)];
  return one === two || (one.length > 5 && editDistance(one, two) <= MAX_TYPING_ERRORS);
}

/** As in the archive: `street, city, state ZIP`. The street, the city or the ZIP code of one house may be corrected. */
export function isSameAddress(a: string, b: string): boolean {
  const [one, two] = [addressOf(a), addressOf(b)];
  if (one.house !== two.house) return false;
  return one.zip === two.zip || one.street === two.street;
}

function addressOf(text: string) {
  const [street = ''] = text.split(',');
  return {
    house: /\d+/.exec(street)?.[0] ?? street.toUpperCase(),
    street: street.toUpperCase().replace(/[^A-Z0-9]/g, ''),
    zip: /\b(\d{5})(-?\d{4})?(, [A-Z]+)?$/.exec(text)?.[1] ?? text,
  };
}

const NAME_ADDITIONS = /^([A-Z]|JR|SR|II|III|IV|MR|MRS|MS)$/;
const isSamePerson = (a: string, b: string) => a !== '' && b !== '' && editDistance(a, b) <= 1;

/** Words in any order, without initials. */
function personKey(name: string | null): string {
  const words = (name ?? '').toUpperCase().split(/[^A-Z]+/);
  return words
    .filter((word) => word !== '' && !NAME_ADDITIONS.test(word))
    .sort()
    .join(' ');
}
