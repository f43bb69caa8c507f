import { AppError } from '../../../lib/errors.ts';
import { identifier } from '../../../lib/identifiers/comparable.ts';
import { NEVER_IN_VINS, ON_PLATES, substituter } from '../../../lib/identifiers/confusable.ts';
import { stateCode } from '../../../lib/identifiers/state-code.ts';

type VehicleId = { kind: 'plate'; value: string; state: string | null } | { kind: 'vin'; value: string };

/** Finds a plate or VIN in stored text. */
export type VehiclePattern = {
  id: VehicleId;
  /** A regular expression that PostgreSQL and JavaScript read alike; compare with `~*`. */
  sql: string;
  /** Whether any string in a JSON value contains it. Times and UUIDs are left out: they can look like a plate. */
  isIn(value: unknown): boolean;
  /** Whether a field that holds only a VIN is this one, or its last 6 to 16 characters. */
  isVin(field: string): boolean;
  /** Whether a plate of this state may be meant. */
  isState(state: string): boolean;
};

const MIN_PLATE_LENGTH = 3;
const MIN_VIN_LENGTH = 8;
/** Doors show the last eight characters of a VIN. Fewer are too often another number. */
const VIN_END_LENGTH = 8;
/** Of a field that holds only the end of a VIN. */
export const MIN_VIN_FIELD_LENGTH = 6;
const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];
/** What people and readers put between the characters of a plate. */
const SEPARATORS = String.raw`[\s.·•*'\-\u2010-\u2015]*`;
/** In JSON text, a line break before the value is a backslash and a letter. */
const START = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))`;
const END = '(?![A-Za-z0-9])';
const TIME = /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d(:?\d\d)?)?)?$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function platePattern(plate: string, state: string | undefined): VehiclePattern {
  const value = identifier(plate);
  if (!/^[A-Z0-9]+$/.test(value) || value.length < MIN_PLATE_LENGTH || value.length > 12) {
    throw new AppError('invalid', 'A plate has 3 to 12 letters and digits.');
  }
  const code = state === undefined ? null : stateCode(state);
  if (state !== undefined && code === null) throw new AppError('invalid', `There is no state "${state}".`);
  return patternOf(
    { kind: 'plate', value, state: code },
    START + spelled(value, substituter(ON_PLATES)) + END,
  );
}

export function vinPattern(vin: string): VehiclePattern {
  const value = substituter(NEVER_IN_VINS)(identifier(vin));
  if (!/^[A-Z0-9]+$/.test(value) || value.length < MIN_VIN_LENGTH || value.length > 17) {
    throw new AppError('invalid', 'A VIN has 8 to 17 letters and digits.');
  }
  const same = substituter(NEVER_IN_VINS);
  const end = START + spelled(value.slice(-VIN_END_LENGTH), same) + END;
  return patternOf({ kind: 'vin', value }, value.length === 17 ? `(?:${spelled(value, same)}|${end})` : end);
}

/** Every spelling that is compared as equal: confused characters, and separators between them. */
function spelled(value: string, same: (text: string) => string): string {
  const classes = [...value].map((one) => {
    const alike = ALPHABET.filter((other) => same(other) === same(one));
    return alike.length === 1 ? one : `[${alike.join('')}]`;
  });
  return classes.join(SEPARATORS);
}

function patternOf(id: VehicleId, sql: string): VehiclePattern {
  const regex = new RegExp(sql, 'iu');
  const isIn = (value: unknown): boolean => {
    if (typeof value === 'string') return !TIME.test(value) && !UUID.test(value) && regex.test(value);
    if (typeof value !== 'object' || value === null) return false;
    return Object.values(value).some(isIn);
  };
  return {
    id,
    sql,
    isIn,
    isVin: (field) => {
      const vin = identifier(field);
      return id.kind === 'vin' && vin.length >= MIN_VIN_FIELD_LENGTH && id.value.endsWith(vin);
    },
    isState: (state) => id.kind === 'vin' || id.state === null || state === '' || state === id.state,
  };
}
