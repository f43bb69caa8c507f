import type { FormName } from '../lib/identifiers/comparable.ts';
import type { ObservationFieldName } from './observation.ts';

export type Criterion = {
  /** The name that emails and the console print. */
  label: string;
  description: string;
  /** Check of the request field (`input/formats.ts`). */
  format: string;
  maxLength?: number;
  /** The value when the criterion is not set, if it is not null. */
  unset?: '';
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
  /** Part of the webhook payload, whose keys are fixed: always, or only if it is set. */
  inPayload?: true | 'if-set';
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
    source: 'vin',
    form: 'vinEnd',
    key: 'vin',
    inPayload: true,
  },
  cab_number: {
    label: 'Cab number',
    description: 'Cab number.',
    format: 'identifier',
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
    source: 'squeezed-text',
    form: 'identifier',
    key: 'chassis',
    exactFlag: 'exact_match_chassis_number',
    inPayload: 'if-set',
    isExtension: true,
  },
  container_number: {
    label: 'Container number',
    description:
      'Container number (ISO 6346), found in the text read on the truck. A complete number must have the right check digit.',
    format: 'identifier',
    source: 'squeezed-text',
    form: 'identifier',
    key: 'container',
    exactFlag: 'exact_match_container_number',
    inPayload: 'if-set',
    isExtension: true,
  },
  deep_search: {
    label: 'Anything read',
    description: 'Searched in every text read on the truck and in every recorded field.',
    format: 'plain-text',
    source: 'text',
    form: 'words',
    key: 'deep',
    exactFlag: 'exact_match_deep_search',
  },
  location_state: {
    label: 'State',
    description: 'State of the sighting: its name or two letters.',
    format: 'state',
    source: 'location_state',
    form: 'state',
    key: 'state',
    isBroad: true,
    isEditOnly: true,
  },
  location_city: {
    label: 'City',
    description: 'City of the sighting.',
    format: 'plain-text',
    source: 'location_city',
    form: 'words',
    key: 'city',
    isBroad: true,
    isEditOnly: true,
  },
} as const satisfies Record<string, Criterion>;
