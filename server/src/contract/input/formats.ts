import { isEmail } from '../../lib/email.ts';
import { identifier, logoName, registrationNumber } from '../../lib/identifiers/comparable.ts';
import { regionCode } from '../../lib/identifiers/region-code.ts';
import { USDOT_RULE, usdotNumberOf } from '../../lib/identifiers/usdot-number.ts';
import { isPattern, MAX_UNKNOWN, MIN_KNOWN, vehiclePattern } from '../../lib/identifiers/vehicle-pattern.ts';
import { parseIsoTime } from '../../lib/iso-time.ts';

type Finding = { type: string; msg: string; input?: unknown };

export type Format = {
  /** What is wrong with a text; none when it is valid. It is never empty. */
  findings: (text: string) => Finding[];
  /** The value that replaces a valid text. */
  convert?: (text: string) => unknown;
};

const MAX_LIST = 50;
const STATE = 'Must be the name of a state or its two letters';

function rule(msg: string, isValid: (text: string) => boolean, type = 'value_error'): Format['findings'] {
  return (text) => (isValid(text) ? [] : [{ type, msg }]);
}

/** Text that `read` understands; null means that it does not. */
function parsed<T>(msg: string, read: (text: string) => T | null, type?: string): Format {
  return { findings: rule(msg, (text) => read(text) !== null, type), convert: read };
}

/** A comma-separated list: each element must be valid, repeated elements count once, the order is kept. */
function list<T>(msg: string, read: (element: string) => T | null): Format {
  const elements = (text: string) => text.split(',').map((element) => element.trim());
  const values = (text: string) => [...new Set(elements(text).flatMap((element) => read(element) ?? []))];
  return {
    convert: values,
    findings(text) {
      const wrong = elements(text).filter((element) => read(element) === null);
      if (wrong.length > 0) {
        return wrong.map((input) =>
          input === ''
            ? { type: 'missing', msg: 'An element of the list is empty', input }
            : { type: 'value_error', msg, input },
        );
      }
      const { length } = values(text);
      if (length <= MAX_LIST) return [];
      return [
        { type: 'too_long', msg: `Must have at most ${MAX_LIST} elements, not ${length}`, input: null },
      ];
    },
  };
}

function vin(text: string): string | null {
  const plain = text.toUpperCase().replace(/[\s.-]/g, '');
  return /^[A-Z0-9]{4,17}$/.test(plain) ? plain : null;
}

const NO_STATE = /^(n\/?a|unknown)$/i;

/** Plates come from other countries too, so unknown state letters are accepted as sent. */
const plateState: Format = {
  findings: rule(STATE, (text) => NO_STATE.test(text) || plateStateCode(text) !== null),
  convert: (text) => (NO_STATE.test(text) ? null : plateStateCode(text)),
};

function plateStateCode(text: string): string | null {
  return regionCode(text) ?? (/^[A-Za-z]{2,3}$/.test(text) ? text.toUpperCase() : null);
}

/** A day that exists in the calendar, from 1900-01-01 to 9999-12-31. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < '1900') return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

const CONTACT_USDOT = 'Must have 1 to 9 digits and be greater than 0';
function contactUsdot(text: string): number | null {
  return /^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : null;
}

function mcNumberOf(text: string): number | null {
  const digits = /^(?:MC)?(\d{1,12})$/.exec(registrationNumber(text))?.[1];
  const number = Number(digits ?? 0);
  return number >= 1 && number <= 999_999_999 ? number : null;
}

const USDOT = `Must be ${USDOT_RULE}`;
const VIN = 'Must be a VIN: 4 to 17 letters and digits';

const POSITION = 'Must be a latitude and a longitude with a comma between them';
function positionOf(text: string): { latitude: number; longitude: number } | null {
  const [, latitude, longitude] =
    /^(-?\d{1,2}(?:\.\d{1,15})?)\s*,\s*(-?\d{1,3}(?:\.\d{1,15})?)$/.exec(text.trim()) ?? [];
  if (latitude === undefined || Math.abs(Number(latitude)) > 90 || Math.abs(Number(longitude)) > 180)
    return null;
  return { latitude: Number(latitude), longitude: Number(longitude) };
}

const ZIP_CODE = 'Must be a ZIP code: 5 digits';
const zipCode = (text: string) => /^(\d{5})(?:-?\d{4})?$/.exec(text.trim())?.[1] ?? null;

const WEBSITE = 'Must be a host name with its top-level domain, such as acme.com';
/** The host of a web address, without its path. */
function websiteHost(text: string): string | null {
  const [, host] =
    /^(?:https?:\/\/)?((?:[a-z0-9-]{1,63}\.)+[a-z]{2,63})(?::\d{1,5})?(?:[/?#]\S*)?$/i.exec(text.trim()) ??
    [];
  return host?.toLowerCase() ?? null;
}

const YES = /^(true|yes|y|1)$/i;
const NO = /^(false|no|n|0)$/i;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Formats of request fields: the check, its message, and the conversion to the value that handlers receive. */
export const FORMATS: Record<string, Format> = {
  'plain-text': { findings: () => [] },
  /** Line breaks and tabs are allowed; PostgreSQL stores no NUL. */
  'free-text': { findings: rule('Must not contain the character NUL', (text) => !text.includes('\0')) },
  email: { findings: rule('Must be a valid email address', isEmail) },
  uuid: { findings: rule('Must be a UUID', (text) => UUID.test(text)) },
  date: { findings: rule('Must be a date: YYYY-MM-DD', isDay, 'date_parsing') },
  'date-time': parsed('Must be an ISO 8601 date and time', parseIsoTime, 'datetime_parsing'),
  state: parsed(STATE, regionCode),
  /** Where an image was captured, and the state of its plate: text that is no known state is stored as it is. */
  region: { findings: () => [], convert: (text) => regionCode(text) ?? text },
  'plate-region': {
    findings: () => [],
    convert: (text) => (NO_STATE.test(text) ? null : (plateStateCode(text) ?? text)),
  },
  'plate-state': plateState,
  position: parsed(POSITION, positionOf),
  'zip-code': parsed(ZIP_CODE, zipCode),
  'website-host': parsed(WEBSITE, websiteHost),
  website: { findings: rule(WEBSITE, (text) => websiteHost(text) !== null) },
  'yes-no': {
    findings: rule('Must be yes or no', (text) => YES.test(text) || NO.test(text)),
    convert: (text) => YES.test(text),
  },
  'usdot-number': parsed(USDOT, usdotNumberOf),
  'usdot-numbers': list(USDOT, usdotNumberOf),
  /** Contacts may be kept for numbers that the register does not have yet. */
  'contact-usdot': parsed(CONTACT_USDOT, contactUsdot),
  'contact-usdots': list(CONTACT_USDOT, contactUsdot),
  vin: parsed(VIN, vin),
  vins: list(VIN, vin),
  'violation-ids': {
    findings: rule('Must be violation ids separated by commas', (t) => /^\d+-\d+(,\d+-\d+)*$/.test(t)),
    convert: (t) => t.split(','),
  },
  'vehicle-pattern': parsed(
    `Must have letters, digits, ? and *: at most ${MAX_UNKNOWN} ? and, if there are any, at least ${MIN_KNOWN} known characters`,
    vehiclePattern,
  ),
  'vehicle-value': parsed('Must have 1 to 20 letters and digits', (text) => {
    const value = text === text.trim() ? vehiclePattern(text) : null;
    return value === null || isPattern(value) ? null : value;
  }),
  'vehicle-beginning': parsed('Must have 3 to 20 letters and digits', (text) => {
    const value = text === text.trim() ? vehiclePattern(text) : null;
    return value === null || isPattern(value) || value.length < 3 ? null : value;
  }),
  'sighting-cursor': {
    findings: rule('Must be the next_cursor of a page', (text) => /^[01]-\d{1,13}-\d{1,16}$/.test(text)),
  },
  'list-cursor': {
    findings: rule('Must be the next_cursor of a page', (text) => /^\d{1,15}$/.test(text)),
    convert: Number,
  },
  'event-id': { findings: rule('Must be an event id', (text) => /^\d{1,15}$/.test(text)), convert: Number },
  /** Alert criteria keep the customer's spelling; these only check that there is something to compare. */
  identifier: { findings: rule('Must contain a letter or a digit', (t) => identifier(t) !== '') },
  'usdot-criterion': {
    findings: rule(USDOT, (text) => usdotNumberOf(registrationNumber(text)) !== null),
  },
  /** Dockets with other prefixes, such as FF and MX, keep their letters. */
  'docket-criterion': {
    findings: rule('Must be an MC number', (text) => /^[A-Z]{0,2}\d{1,12}$/.test(registrationNumber(text))),
  },
  'mc-number': parsed('Must be an MC number: up to 9 digits, with or without MC', mcNumberOf),
  'vin-end': {
    findings: rule('Must be the last 6 letters or digits of the VIN', (t) => /^[A-Za-z0-9]{6}$/.test(t)),
  },
  'logo-name': {
    findings: () => [],
    convert: logoName,
  },
};
