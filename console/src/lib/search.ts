import type { Alert, ImageSummary, OutOfService, WorkedMatch } from '@milepost/sdk';

/** The search parameters of each page. Invalid values are dropped, so that every URL opens a page. */
type Raw = Record<string, unknown>;

const text = (value: unknown): string | undefined => {
  const trimmed = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return trimmed === '' ? undefined : trimmed.slice(0, 200);
};
const page = (value: unknown): number | undefined => {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 1 ? number : undefined;
};
const date = (value: unknown): string | undefined => {
  const found = text(value);
  return found && /^\d{4}-\d{2}-\d{2}$/.test(found) ? found : undefined;
};
const digits = (value: unknown): string | undefined => {
  const found = text(value);
  return found && /^\d{1,9}$/.test(found) ? found : undefined;
};
const whole = (value: unknown): number | undefined => {
  const found = text(value);
  return found && /^\d{1,7}$/.test(found) ? Number(found) : undefined;
};
export const DELIVERY_STATES = { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed', held: 'Held' };
export const DELIVERY_EVENTS = {
  'alert.matches_found': 'Matches',
  'alert.match_corrected': 'Corrected matches',
  'watchlist.changes_found': 'Changes of watched carriers',
  'objection.received': 'Objections of carriers',
  'alert.test': 'Test events',
};
/** Periods of charts, in hours. */
export const PERIODS = { day: 24, week: 168, month: 720 };
const isTrue = (value: unknown): true | undefined => (String(value) === 'true' ? true : undefined);
const oneOf = <Name extends string>(names: Record<Name, unknown>, value: unknown): Name | undefined =>
  typeof value === 'string' && Object.hasOwn(names, value) ? (value as Name) : undefined;

export const IMAGE_STATES: Record<ImageSummary['state'], string> = {
  stored: 'Waiting',
  recognized: 'Recognized',
  failed: 'Failed',
};
export const CONFIDENCE_LEVELS: Record<ImageSummary['confidence'], string> = {
  High: 'High',
  Medium: 'Medium',
  Low: 'Low',
  'N/A': 'N/A',
};
export type BasicName = keyof OutOfService['basic_scores'];
/** The safety categories, in the order of the pages. */
export const BASIC_TITLES: Record<BasicName, string> = {
  unsafe_driving: 'Unsafe Driving',
  crash_indicator: 'Crash Indicator',
  hours_of_service: 'Hours of Service',
  vehicle_maintenance: 'Vehicle Maintenance',
  controlled_substances: 'Controlled Substances',
  hazmat_related: 'Hazardous Materials',
  driver_fitness: 'Driver Fitness',
};
export const BASICS = Object.keys(BASIC_TITLES) as BasicName[];
export const DIRECTIONS = { NB: 'Northbound', SB: 'Southbound', EB: 'Eastbound', WB: 'Westbound' };
export const LEAST_LEVELS = { High: 'High', Medium: 'Medium or High', Low: 'Any level' };
/** Kinds of numbers that identify a vehicle, with the parameter of `GET /sightings` and the field of a sighting, if it has one. */
export const VEHICLE_NUMBERS = {
  plate: ['Plate', 'plate', 'alpr_plate_number'],
  trailer: ['Trailer', 'trailer_number', 'equipment_number'],
  cab: ['Cab', 'cab_number', 'cab_number'],
  vin: ['VIN', 'vin', 'vin'],
  container: ['Container', 'container_number'],
  chassis: ['Chassis', 'chassis_number'],
} as const;
export type VehicleKind = keyof typeof VEHICLE_NUMBERS;
export const ALERT_STATES = { active: 'Active', paused: 'Paused', scheduled: 'Scheduled', ended: 'Ended' };
export const MATCH_STATES: Record<WorkedMatch['state'], string> = {
  new: 'New',
  working: 'Working',
  recovered: 'Recovered',
  dismissed: 'Dismissed',
};
export const ALERT_TYPES: Record<Alert['alert_type'], string> = {
  hot: 'Every 15 minutes',
  normal: 'Once a day',
};
export const ORGANIZATION_TABS = {
  users: 'Users',
  keys: 'API keys',
  quotas: 'Quotas',
  settings: 'Settings',
};

export const VETTING_TABS = {
  checks: 'Checks',
  rules: 'Rules',
  lists: 'Allow and block lists',
  objections: 'Objections',
};
export const CHECK_RESULTS = { PASS: 'Pass', REVIEW: 'Review', FAIL: 'Fail', INCOMPLETE: 'Incomplete' };
export const CARRIER_LISTS = { block: 'Block list', allow: 'Allow list' };
export const OBJECTION_STATES = { open: 'Open', accepted: 'Accepted', rejected: 'Rejected' };

/** The local time of a date and time field, such as `2026-11-16T09:30`. */
const localTime = (value: unknown): string | undefined => {
  const found = text(value);
  return found && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(found) ? found : undefined;
};
const id = (value: unknown): number | undefined => {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

/** Undefined values are left out, so that they do not appear in the URL. */
function present<T extends Raw>(values: T): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;
}

export const searchOf = {
  none: () => ({}),
  carriers: (raw: Raw) => present({ query: text(raw.query), page: page(raw.page), chosen: text(raw.chosen) }),
  carrier: (raw: Raw) =>
    present({
      as_of: date(raw.as_of),
      basic: oneOf(BASIC_TITLES, raw.basic),
      without: text(raw.without),
      method: raw.method === 'preview' ? ('preview' as const) : undefined,
      seen_from: date(raw.seen_from),
      seen_to: date(raw.seen_to),
      /** Text that the records of "Where it runs" contain: a plate or VIN. */
      'records.find': text(raw['records.find']),
      /** The timeline shows all years instead of the last ten. */
      years: raw.years === 'all' ? ('all' as const) : undefined,
    }),
  compare: (raw: Raw) => present({ usdot: text(raw.usdot), as_of: date(raw.as_of) }),
  watchlists: (raw: Raw) => present({ before: digits(raw.before), after: digits(raw.after) }),
  vetting: (raw: Raw) =>
    present({
      tab: oneOf(VETTING_TABS, raw.tab),
      usdot: digits(raw.usdot),
      reference: text(raw.reference),
      result: oneOf(CHECK_RESULTS, raw.result),
      list: oneOf(CARRIER_LISTS, raw.list),
      state: oneOf(OBJECTION_STATES, raw.state),
      page: page(raw.page),
    }),
  newAlert: (raw: Raw) =>
    present({
      copy: id(raw.copy),
      alert_name: text(raw.alert_name),
      usdot_number: text(raw.usdot_number),
      license_plate: text(raw.license_plate),
      license_plate_state: text(raw.license_plate_state),
      vin: text(raw.vin),
      cab_number: text(raw.cab_number),
      equipment_type: text(raw.equipment_type),
      trailer_logo: text(raw.trailer_logo),
      trailer_number: text(raw.trailer_number),
      chassis_number: text(raw.chassis_number),
      container_number: text(raw.container_number),
      deep_search: text(raw.deep_search),
      tolerance: String(raw.tolerance) === 'true' ? true : undefined,
      /** Filters of the search that no criterion of an alert expresses. */
      left_out: text(raw.left_out),
    }),
  sightings: (raw: Raw) =>
    present({
      plate: text(raw.plate),
      plate_state: text(raw.plate_state),
      trailer_number: text(raw.trailer_number),
      cab_number: text(raw.cab_number),
      vin: text(raw.vin),
      container_number: text(raw.container_number),
      chassis_number: text(raw.chassis_number),
      name: text(raw.name),
      usdot_number: digits(raw.usdot_number),
      equipment_type: text(raw.equipment_type),
      trailer_logo: text(raw.trailer_logo),
      camera: text(raw.camera),
      location_state: text(raw.location_state),
      location_city: text(raw.location_city),
      direction: oneOf(DIRECTIONS, raw.direction),
      near: text(raw.near),
      miles: text(raw.miles),
      from: localTime(raw.from),
      to: localTime(raw.to),
      min_score: oneOf(LEAST_LEVELS, raw.min_score),
      similar: String(raw.similar) === 'true' ? true : undefined,
      after: text(raw.after),
    }),
  newCase: (raw: Raw) =>
    present({
      kind: oneOf(VEHICLE_NUMBERS, raw.kind),
      value: text(raw.value),
      plate_state: text(raw.plate_state),
      usdot_number: digits(raw.usdot_number),
    }),
  vehicle: (raw: Raw) =>
    present({ plate_state: text(raw.plate_state), usdot_number: digits(raw.usdot_number) }),
  webhook: (raw: Raw) =>
    present({
      page: page(raw.page),
      state: oneOf(DELIVERY_STATES, raw.state),
      event: oneOf(DELIVERY_EVENTS, raw.event),
      from: date(raw.from),
      to: date(raw.to),
      period: oneOf(PERIODS, raw.period),
    }),
  paged: (raw: Raw) => present({ page: page(raw.page) }),
  organizations: (raw: Raw) => present({ query: text(raw.query) }),
  organization: (raw: Raw) => present({ tab: oneOf(ORGANIZATION_TABS, raw.tab), user: id(raw.user) }),
  cameras: (raw: Raw) =>
    present({
      source: text(raw.source),
      silent: isTrue(raw.silent),
      organization: id(raw.organization),
      page: page(raw.page),
      camera: text(raw.camera),
    }),
  audit: (raw: Raw) =>
    present({
      actor: text(raw.actor),
      action: text(raw.action),
      reads: isTrue(raw.reads),
      from: date(raw.from),
      to: date(raw.to),
      organization: id(raw.organization),
      before: id(raw.before),
      entry: id(raw.entry),
    }),
  alerts: (raw: Raw) =>
    present({
      query: text(raw.query),
      state: oneOf(ALERT_STATES, raw.state),
      alert_type: oneOf(ALERT_TYPES, raw.alert_type),
      page: page(raw.page),
    }),
  matches: (raw: Raw) =>
    present({
      state: oneOf(MATCH_STATES, raw.state),
      assignee: id(raw.assignee),
      alert: id(raw.alert),
      silent: isTrue(raw.silent) ?? (String(raw.silent) === 'false' ? (false as const) : undefined),
      from: date(raw.from),
      to: date(raw.to),
      before: digits(raw.before),
    }),
  alert: (raw: Raw) => present({ page: page(raw.page), match: id(raw.match) }),
  images: (raw: Raw) =>
    present({
      plate: text(raw.plate),
      usdot: digits(raw.usdot),
      source: text(raw.source),
      state: oneOf(IMAGE_STATES, raw.state),
      confidence: oneOf(CONFIDENCE_LEVELS, raw.confidence),
      from: date(raw.from),
      to: date(raw.to),
      before: text(raw.before),
    }),
  lanes: (raw: Raw) =>
    present({
      /** `Nashville, TN` */
      from: text(raw.from),
      to: text(raw.to),
      miles: whole(raw.miles),
      equipment: text(raw.equipment),
      cargo: text(raw.cargo),
      trucks_from: whole(raw.trucks_from),
      trucks_to: whole(raw.trucks_to),
      months: whole(raw.months),
      preferred: isTrue(raw.preferred),
      backhaul: isTrue(raw.backhaul),
      /** A carrier that may be missing. */
      why: digits(raw.why),
    }),
  dockCheck: (raw: Raw) => present({ usdot: digits(raw.usdot) }),
  emails: (raw: Raw) => present({ page: page(raw.page), open: text(raw.open) }),
};

/**
 * Search parameters as plain text. The router's own format puts quotes around a text that looks like a number; links of
 * that format still work.
 */
export function parseSearch(query: string): Record<string, string> {
  const parameters = [...new URLSearchParams(query)];
  return Object.fromEntries(parameters.map(([name, value]) => [name, value.replace(/^"(\d+)"$/, '$1')]));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const present = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
  const query = new URLSearchParams(present.map(([name, value]) => [name, String(value)])).toString();
  return query === '' ? '' : `?${query}`;
}

export type Search = { [Name in keyof typeof searchOf]: ReturnType<(typeof searchOf)[Name]> };
