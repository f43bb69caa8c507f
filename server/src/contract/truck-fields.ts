import { identifier, logoName, registrationNumber } from '../lib/identifiers/comparable.ts';
import { OBSERVATION_FIELDS, type ObservationFieldName } from './observation-fields.ts';

/** A field of a truck: how it is read, derived, corrected, erased, sent and shown. */
export type TruckField = {
  /** The full name, which the console prints. The short one is the label of the observation field. */
  title: string;
  /** The place among the fields of a truck in emails and in lists of the console. */
  position: number;
  /** It is never read from an image: it follows from other fields. */
  isDerived?: true;
  /** The observation field with the confidence level of the reading. */
  score?: Extract<ObservationFieldName, `${string}_ocr_score`>;
  /** Its name in stored readings, which never changes. Without one, it is stored under its whole name. */
  code?: string;
  /** The observation field that says whether the value was inferred. */
  imputedFlag?: Extract<ObservationFieldName, `is_${string}_imputed`>;
  /** A value read with High is stored as a fact about the vehicle, in the column of `vehicle_evidence` with this name. */
  isEvidence?: true;
  /** How a person can correct it in an image. Corrections are also the labels that are exported for training. */
  correction?: {
    normalize: (text: string) => string;
    /** What the normalized value must match. */
    pattern: RegExp;
    /** The pattern in words. */
    expected: string;
  };
  /** A vehicle is found by it: its kind in `GET /vehicles/{kind}/{value}`, and the parameter of `GET /sightings`. */
  identifies?: { kind: string; parameter: string };
  /** Erasure looks for a plate or VIN in it. */
  mayNameVehicle?: true;
  /** The keys of the webhook payload, which are fixed: a new field has none. */
  payload?: { value: string; imputed?: string; description: string };
};

const NUMBER = {
  normalize: registrationNumber,
  pattern: /^\d{1,8}$/,
  expected: 'a number of up to 8 digits',
};
const lettersAndDigits = (most: number) => ({
  normalize: identifier,
  pattern: new RegExp(`^[A-Z0-9]{1,${most}}$`),
  expected: `1 to ${most} letters and digits`,
});

/**
 * Every field of a truck, in the order of the API. What recognition stores, the sighting, its scores and imputed values,
 * evidence, corrections, erasure, emails, webhooks and the console follow from this table. A new field is an entry here
 * and in `OBSERVATION_FIELDS`, a migration for its columns, and a reader in `recognition/readings`.
 */
export const TRUCK_FIELDS = {
  usdot_number: {
    title: 'USDOT number',
    code: 'u',
    position: 1,
    score: 'usdot_number_ocr_score',
    imputedFlag: 'is_usdot_imputed',
    isEvidence: true,
    correction: NUMBER,
    payload: { value: 'usdot', imputed: 'is_dot_imputed', description: 'USDOT number.' },
  },
  mc_number: {
    title: 'MC number',
    code: 'm',
    position: 2,
    score: 'mc_number_ocr_score',
    imputedFlag: 'is_mc_imputed',
    correction: NUMBER,
    payload: { value: 'mc', imputed: 'is_mc_number_imputed', description: 'MC number.' },
  },
  vin: {
    title: 'VIN',
    code: 'v',
    position: 4,
    score: 'vin_ocr_score',
    imputedFlag: 'is_vin_imputed',
    isEvidence: true,
    correction: {
      normalize: identifier,
      pattern: /^([A-HJ-NPR-Z0-9]{17}|[A-HJ-NPR-Z0-9]{6,8})$/,
      expected: 'a VIN of 17 characters, or its last 6 to 8',
    },
    identifies: { kind: 'vin', parameter: 'vin' },
    mayNameVehicle: true,
    payload: { value: 'vin', imputed: 'is_vin_imputed', description: 'Vehicle identification number.' },
  },
  cab_number: {
    title: 'Cab number',
    code: 'c',
    position: 5,
    score: 'cab_number_ocr_score',
    imputedFlag: 'is_cab_imputed',
    isEvidence: true,
    correction: lettersAndDigits(12),
    identifies: { kind: 'cab', parameter: 'cab_number' },
    mayNameVehicle: true,
    payload: { value: 'cab_number', imputed: 'is_cab_imputed', description: 'Cab number.' },
  },
  equipment_number: {
    title: 'Trailer number',
    code: 't',
    position: 6,
    score: 'trailer_number_ocr_score',
    correction: lettersAndDigits(20),
    identifies: { kind: 'trailer', parameter: 'trailer_number' },
    mayNameVehicle: true,
    payload: { value: 'trailer_number', description: 'Trailer number.' },
  },
  equipment_logo: {
    title: 'Trailer logo',
    code: 'o',
    position: 7,
    score: 'trailer_logo_ocr_score',
    imputedFlag: 'is_trailer_logo_imputed',
    isEvidence: true,
    correction: {
      normalize: logoName,
      pattern: /^.{1,100}$/,
      expected: 'a name of up to 100 characters',
    },
    mayNameVehicle: true,
    payload: {
      value: 'trailer_logo',
      imputed: 'is_trailer_logo_imputed',
      description: 'Company logo on the trailer.',
    },
  },
  equipment_type: {
    title: 'Equipment',
    code: 'y',
    position: 8,
    isDerived: true,
    isEvidence: true,
    payload: { value: 'equipment_type', description: 'Equipment type.' },
  },
  alpr_plate_number: {
    title: 'Plate',
    code: 'p',
    position: 3,
    correction: lettersAndDigits(10),
    identifies: { kind: 'plate', parameter: 'plate' },
    mayNameVehicle: true,
    payload: { value: 'license_plate', description: 'Plate number.' },
  },
} as const satisfies Record<string, TruckField>;

type Table = typeof TRUCK_FIELDS;
export type TruckFieldName = keyof Table;
type NamesWith<Part> = {
  [Name in TruckFieldName]: Table[Name] extends Part ? Name : never;
}[TruckFieldName];
export type ReadFieldName = Exclude<TruckFieldName, NamesWith<{ isDerived: true }>>;
export type EvidenceFieldName = NamesWith<{ isEvidence: true }>;
export type CorrectableFieldName = NamesWith<{ correction: object }>;
export type IdentifyingFieldName = NamesWith<{ identifies: object }>;
type Identifies<Name extends IdentifyingFieldName> = Table[Name]['identifies'];
/** The field of each kind of vehicle number. */
export type FieldOfKind = {
  [Name in IdentifyingFieldName as Identifies<Name>['kind']]: Name;
};
/** The parameter of each kind. */
export type ParameterOfKind = {
  [Name in IdentifyingFieldName as Identifies<Name>['kind']]: Identifies<Name>['parameter'];
};

type Sent = Extract<Table[TruckFieldName], { payload: object }>;
/** The keys of the webhook payload that the fields of a truck have. */
export type PayloadKeys = {
  value: Sent['payload']['value'];
  imputed: Extract<Sent['payload'], { imputed: string }>['imputed'];
  score: Extract<Sent, { score: string }>['score'];
};

export const truckField = (name: TruckFieldName): TruckField => TRUCK_FIELDS[name];

function namesWith<Name extends TruckFieldName>(isWanted: (field: TruckField) => boolean): Name[] {
  return (Object.keys(TRUCK_FIELDS) as Name[]).filter((name) => isWanted(truckField(name)));
}

export const truckFieldNames = () => namesWith(() => true);
export const readFieldNames = () => namesWith<ReadFieldName>(({ isDerived }) => !isDerived);
export const evidenceFieldNames = () => namesWith<EvidenceFieldName>(({ isEvidence }) => isEvidence === true);
export const correctableFieldNames = () =>
  namesWith<CorrectableFieldName>(({ correction }) => correction !== undefined);

export const identifyingFieldNames = () =>
  namesWith<IdentifyingFieldName>(({ identifies }) => identifies !== undefined);

/** The fields in the order of emails and of lists of the console, with their short names. */
export function listedTruckFields(): { name: TruckFieldName; label: string }[] {
  const names = truckFieldNames().sort((a, b) => truckField(a).position - truckField(b).position);
  return names.map((name) => ({ name, label: shortLabel(name) }));
}

/** The USDOT number is part of the key of an observation, and not one of its fields. */
function shortLabel(name: TruckFieldName): string {
  return name === 'usdot_number' ? 'USDOT' : OBSERVATION_FIELDS[name].label;
}
