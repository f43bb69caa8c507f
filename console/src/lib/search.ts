import type { ImageSummary, OutOfService } from '@milepost/sdk';

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
export const ORGANIZATION_TABS = {
  users: 'Users',
  keys: 'API keys',
  quotas: 'Quotas',
  settings: 'Settings',
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
  newAlert: (raw: Raw) => present({ copy: id(raw.copy), usdot_number: text(raw.usdot_number) }),
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
      from: date(raw.from),
      to: date(raw.to),
      organization: id(raw.organization),
      before: id(raw.before),
      entry: id(raw.entry),
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
