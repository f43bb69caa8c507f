import Type, { type TSchema } from 'typebox';
import { FORMS, type FormName } from '../lib/identifiers/comparable.ts';
import type { ObservationFieldName } from './observation.ts';
import { nullable, text } from './schema.ts';

type Criterion = {
  /** The name that emails and the console print. */
  label: string;
  description: string;
  /** Check of the request field (`formats.ts`). */
  format: string;
  maxLength?: number;
  /** The value when the criterion is not set. */
  unset: '' | null;
  /**
   * What it is compared with: a field of the sighting, the text read on the truck, or that text without separators, in
   * which an identifier is found however it is spaced.
   */
  source: ObservationFieldName | 'usdot_number' | 'text' | 'squeezed-text';
  /** The form in which both sides are compared. */
  form: FormName;
  /** Prefix of the values in `recent_sightings.keys`; stored, so it never changes. */
  key: string;
  /** Name of the flag that asks for the whole value; with a flag, false finds the value inside a longer one. */
  exactFlag?: `exact_match_${string}`;
  /** Whether `tolerance` applies. */
  isTolerant?: boolean;
  /** Many trucks share a value, so the index looks at the other criteria of an alert first. */
  isBroad?: boolean;
  /** Not part of the create request. */
  isEditOnly?: boolean;
  /** Part of the webhook payload, whose keys are fixed. */
  inPayload?: boolean;
  /** Not in the contract's alert table: the create response has it only when the request did. */
  isExtension?: boolean;
};

/**
 * Every alert criterion. Request fields, columns, the change trigger, matching, preview, emails and the webhook
 * payload follow from this table; a new criterion is an entry here and a migration for its column.
 */
export const CRITERIA = {
  usdot_number: {
    label: 'USDOT number',
    description: 'USDOT number.',
    format: 'usdot-criterion',
    unset: '',
    source: 'usdot_number',
    form: 'registrationNumber',
    key: 'usdot',
    inPayload: true,
  },
  mc_number: {
    label: 'MC number',
    description: 'MC number.',
    format: 'docket-criterion',
    unset: '',
    source: 'mc_number',
    form: 'registrationNumber',
    key: 'mc',
    inPayload: true,
  },
  license_plate: {
    label: 'Plate',
    description: 'Plate number.',
    format: 'identifier',
    unset: null,
    source: 'alpr_plate_number',
    form: 'identifier',
    key: 'plate',
    isTolerant: true,
    inPayload: true,
  },
  license_plate_state: {
    label: 'Plate state',
    description: 'State of the plate: its name or two letters.',
    format: 'plate-state',
    unset: null,
    source: 'plate_state',
    form: 'state',
    key: 'plateState',
    isBroad: true,
    isExtension: true,
  },
  vin: {
    label: 'VIN ends with',
    description: 'The last 6 letters or digits of the VIN.',
    format: 'vin-end',
    maxLength: 6,
    unset: null,
    source: 'vin',
    form: 'vinEnd',
    key: 'vin',
    inPayload: true,
  },
  cab_number: {
    label: 'Cab number',
    description: 'Cab number.',
    format: 'identifier',
    unset: null,
    source: 'cab_number',
    form: 'identifier',
    key: 'cab',
    isTolerant: true,
    inPayload: true,
  },
  equipment_type: {
    label: 'Equipment',
    description: 'Equipment type, e.g. reefer or dry van.',
    format: 'identifier',
    unset: null,
    source: 'equipment_type',
    form: 'identifier',
    key: 'equipment',
    isBroad: true,
    inPayload: true,
  },
  trailer_logo: {
    label: 'Trailer logo',
    description: 'One of the names in `GET /logos`.',
    format: 'logo-name',
    unset: null,
    source: 'equipment_logo',
    form: 'logoName',
    key: 'logo',
    isBroad: true,
    inPayload: true,
  },
  trailer_number: {
    label: 'Trailer number',
    description: 'Trailer number.',
    format: 'identifier',
    unset: null,
    source: 'equipment_number',
    form: 'identifier',
    key: 'trailer',
    exactFlag: 'exact_match_trailer_number',
    isTolerant: true,
    inPayload: true,
  },
  chassis_number: {
    label: 'Chassis number',
    description: 'Number of the container chassis, found in the text read on the truck.',
    format: 'identifier',
    unset: null,
    source: 'squeezed-text',
    form: 'identifier',
    key: 'chassis',
    exactFlag: 'exact_match_chassis_number',
    isExtension: true,
  },
  container_number: {
    label: 'Container number',
    description:
      'Container number (ISO 6346), found in the text read on the truck. A complete number must have the right check digit.',
    format: 'identifier',
    unset: null,
    source: 'squeezed-text',
    form: 'identifier',
    key: 'container',
    exactFlag: 'exact_match_container_number',
    isExtension: true,
  },
  deep_search: {
    label: 'Anything read',
    description: 'Searched in every text read on the truck and in every recorded field.',
    format: 'plain-text',
    unset: null,
    source: 'text',
    form: 'words',
    key: 'deep',
    exactFlag: 'exact_match_deep_search',
    inPayload: true,
  },
  location_state: {
    label: 'State',
    description: 'State of the sighting: its name or two letters.',
    format: 'state',
    unset: null,
    source: 'location_state',
    form: 'state',
    key: 'state',
    isBroad: true,
    isEditOnly: true,
    inPayload: true,
  },
  location_city: {
    label: 'City',
    description: 'City of the sighting.',
    format: 'plain-text',
    unset: null,
    source: 'location_city',
    form: 'words',
    key: 'city',
    isBroad: true,
    isEditOnly: true,
    inPayload: true,
  },
} as const satisfies Record<string, Criterion>;

type Table = typeof CRITERIA;
export type CriterionName = keyof Table;
type FlagName = Extract<Table[CriterionName], { exactFlag: string }>['exactFlag'] | 'tolerance';

/** The criteria of an alert as the customer wrote them; all that are set must hold. */
export type Criteria = {
  [Name in CriterionName]: Table[Name]['unset'] extends '' ? string : string | null;
} & Record<FlagName, boolean>;

export const criterion = (name: CriterionName): Criterion => CRITERIA[name];
export const CRITERION_NAMES = Object.keys(CRITERIA) as CriterionName[];
const FLAG_NAMES = [
  ...CRITERION_NAMES.flatMap((name) => criterion(name).exactFlag ?? []),
  'tolerance',
] as FlagName[];
/** Columns of the alerts table that decide what an alert matches. */
export const CRITERIA_COLUMNS = [...CRITERION_NAMES, ...FLAG_NAMES] as const;

const tolerant = CRITERION_NAMES.filter((name) => criterion(name).isTolerant);
/** Criteria that `tolerance` applies to. */
export const TOLERANT_CRITERIA = tolerant;

export const NO_CRITERIA = Object.fromEntries([
  ...CRITERION_NAMES.map((name) => [name, criterion(name).unset]),
  ...FLAG_NAMES.map((name) => [name, false]),
]) as Criteria;

/** A criterion in its comparable form; empty when it is not set. */
export function comparableValue(criteria: Criteria, name: CriterionName): string {
  const value = criteria[name];
  return value ? FORMS[criterion(name).form](value) : '';
}

function requestField(name: CriterionName): TSchema {
  const { format, description, maxLength = 200, unset } = criterion(name);
  return nullable(text({ format, description, maxLength, blank: unset }));
}

function responseField(name: CriterionName): TSchema {
  const { description, unset } = criterion(name);
  return unset === ''
    ? Type.String({ description: `${description} Empty when it is not set.` })
    : nullable(Type.String({ description }));
}

function flagField(name: FlagName): TSchema {
  if (name === 'tolerance') {
    const description = `Treats 0/O, 1/I/L, 5/S, 8/B and 2/Z as equal in ${tolerant.join(', ')}.`;
    return Type.Boolean({ description, default: false });
  }
  return Type.Boolean({
    description: 'true: the whole value must match. false: the value may be part of a longer one.',
    default: false,
  });
}

type RequestFields = { [Name in CriterionName]: ReturnType<typeof nullable<ReturnType<typeof Type.String>>> };
type FlagFields = Record<FlagName, ReturnType<typeof Type.Boolean>>;

export const criteriaRequest = {
  ...Object.fromEntries(CRITERION_NAMES.map((name) => [name, requestField(name)])),
  ...Object.fromEntries(FLAG_NAMES.map((name) => [name, flagField(name)])),
} as RequestFields & FlagFields;

type ResponseFields = {
  [Name in CriterionName]: Table[Name]['unset'] extends ''
    ? ReturnType<typeof Type.String>
    : ReturnType<typeof nullable<ReturnType<typeof Type.String>>>;
};

export const criteriaResponse = {
  ...Object.fromEntries(CRITERION_NAMES.map((name) => [name, responseField(name)])),
  ...Object.fromEntries(FLAG_NAMES.map((name) => [name, flagField(name)])),
} as ResponseFields & FlagFields;
