import { isEmail } from '../../lib/email.ts';
import { identifier, registrationNumber } from '../../lib/identifiers/comparable.ts';
import { stateCode } from '../../lib/identifiers/state-code.ts';
import { logoName } from '../logos/logos.ts';
import { ALERT_TYPES, CHANNELS, type NewAlert } from './alert.ts';

/** What is wrong with a value, as type and sentence of the problem; `at` for one element of a list. */
export class Wrong {
  readonly type: string;
  readonly msg: string;
  readonly at: number | undefined;
  constructor(type: string, msg: string, at?: number) {
    this.type = type;
    this.msg = msg;
    this.at = at;
  }
}

type Read<T> = (value: unknown) => T | Wrong;
export type FieldName = keyof NewAlert;

const LONGEST_TEXT = 200;
const MOST_ADDRESSES = 50;

function text(value: unknown): string | Wrong {
  if (typeof value !== 'string') return new Wrong('string_type', 'Input should be a string');
  const trimmed = value.trim();
  if (trimmed.length > LONGEST_TEXT) {
    return new Wrong('string_too_long', `Must have at most ${LONGEST_TEXT} characters`);
  }
  if (/\p{Cc}|\p{Cs}/u.test(trimmed)) return new Wrong('value_error', 'Must not hold control characters');
  return trimmed;
}

const filled: Read<string> = (value) => {
  const read = text(value);
  return read === '' ? new Wrong('string_too_short', 'Must not be empty') : read;
};

const email: Read<string> = (value) => {
  if (typeof value !== 'string') return new Wrong('string_type', 'Input should be a string');
  const address = value.trim();
  return isEmail(address) ? address : new Wrong('value_error', 'Must be a valid email address');
};

const flag: Read<boolean> = (value) =>
  typeof value === 'boolean' ? value : new Wrong('bool_type', 'Input should be true or false');

function oneOf<T extends string>(allowed: readonly T[]): Read<T> {
  return (value) =>
    allowed.find((option) => option === value) ?? new Wrong('enum', `Must be one of ${allowed.join(', ')}`);
}

function list<T>(read: Read<T>, most: number): Read<T[]> {
  return (value) => {
    if (!Array.isArray(value)) return new Wrong('list_type', 'Input should be a list');
    if (value.length > most) return new Wrong('too_long', `Must have at most ${most} elements`);
    const items = value.map(read);
    const at = items.findIndex((item) => item instanceof Wrong);
    const wrong = items[at];
    if (wrong instanceof Wrong) return new Wrong(wrong.type, wrong.msg, at);
    return [...new Set(items as T[])];
  };
}

/** Text that a check finds nothing wrong with; null or empty takes the criterion away. */
function criterion(check: (text: string) => string | null): Read<string | null> {
  return (value) => {
    if (value === null) return null;
    const read = text(value);
    if (read instanceof Wrong) return read;
    if (read === '') return null;
    const wrong = check(read);
    return wrong === null ? read : new Wrong('value_error', wrong);
  };
}

const usdotNumber = criterion((given) =>
  /^\d{1,12}$/.test(registrationNumber(given)) ? null : 'Must be a USDOT number',
);
/** Other dockets, as FF and MX, keep their letters. */
const mcNumber = criterion((given) =>
  /^[A-Z]{0,2}\d{1,12}$/.test(registrationNumber(given)) ? null : 'Must be an MC number',
);
const comparable = criterion((given) => (identifier(given) === '' ? 'Must hold a letter or a digit' : null));
const anything = criterion(() => null);
const vin = criterion((given) =>
  /^[A-Za-z0-9]{6}$/.test(given) ? null : 'Must be the last 6 letters or digits of the VIN',
);

const logo: Read<string | null> = (value) => {
  const read = anything(value);
  return typeof read === 'string' ? logoName(read) : read;
};

const state: Read<string | null> = (value) => {
  const read = anything(value);
  if (typeof read !== 'string') return read;
  return stateCode(read) ?? new Wrong('value_error', 'Must be the name of a state or its two letters');
};

/** Text that is never null: without a value it is empty. */
function orEmpty(read: Read<string | null>): Read<string> {
  return (value) => read(value) ?? '';
}

function wholeNumber(min: number, max: number): Read<number | null> {
  return (value) => {
    if (value === null) return null;
    if (typeof value !== 'number' || !Number.isInteger(value)) {
      return new Wrong('int_type', 'Input should be a whole number');
    }
    return value < min || value > max ? new Wrong('out_of_range', `Must be from ${min} to ${max}`) : value;
  };
}

const day: Read<string | null> = (value) => {
  if (value === null) return null;
  const wrong = new Wrong('date_parsing', 'Must be a day, YYYY-MM-DD');
  if (typeof value !== 'string' || !/^[12]\d{3}-\d\d-\d\d$/.test(value)) return wrong;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? value : wrong;
};

/** How each field of an alert is read. */
export const FIELDS: { [Name in FieldName]: Read<NewAlert[Name]> } = {
  email,
  cc_emails: list(email, MOST_ADDRESSES),
  alert_type: oneOf(ALERT_TYPES),
  disabled: flag,
  alert_name: filled,
  usdot_number: orEmpty(usdotNumber),
  mc_number: orEmpty(mcNumber),
  license_plate: comparable,
  vin,
  cab_number: comparable,
  equipment_type: comparable,
  trailer_logo: logo,
  trailer_number: comparable,
  exact_match_trailer_number: flag,
  deep_search: anything,
  exact_match_deep_search: flag,
  notification_channels: list(oneOf(CHANNELS), CHANNELS.length * 2),
  location_state: state,
  location_city: anything,
  start_date: day,
  end_date: day,
  tolerance: flag,
  cooldown_minutes: wholeNumber(1, 7 * 24 * 60),
  daily_cap: wholeNumber(1, 96),
};
