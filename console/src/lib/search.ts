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
const IMAGE_STATES = ['stored', 'recognized', 'failed'] as const;
export const CONFIDENCE_LEVELS = ['High', 'Medium', 'Low', 'N/A'] as const;

export type BasicName = (typeof BASICS)[number];
export const BASICS = [
  'unsafe_driving',
  'crash_indicator',
  'hours_of_service',
  'vehicle_maintenance',
  'controlled_substances',
  'hazmat_related',
  'driver_fitness',
] as const;
const basic = (value: unknown): BasicName | undefined => BASICS.find((one) => one === value);

const id = (value: unknown): number | undefined => {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};
export const ORGANIZATION_TABS = ['users', 'keys', 'quotas', 'settings'] as const;

/** Undefined values are left out, so that they do not appear in the URL. */
function present<T extends Raw>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}

export const searchOf = {
  carriers: (raw: Raw) => present({ query: text(raw.query), page: page(raw.page), chosen: text(raw.chosen) }),
  carrier: (raw: Raw) =>
    present({
      as_of: date(raw.as_of),
      basic: basic(raw.basic),
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
  newAlert: (raw: Raw) =>
    present({
      copy: page(raw.copy) ?? (raw.copy === 1 ? 1 : undefined),
      usdot_number: text(raw.usdot_number),
    }),
  paged: (raw: Raw) => present({ page: page(raw.page) }),
  organizations: (raw: Raw) => present({ query: text(raw.query) }),
  organization: (raw: Raw) =>
    present({ tab: ORGANIZATION_TABS.find((one) => one === raw.tab), user: id(raw.user) }),
  cameras: (raw: Raw) =>
    present({
      source: text(raw.source),
      silent: raw.silent === true ? true : undefined,
      organization: id(raw.organization),
      page: page(raw.page),
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
      state: IMAGE_STATES.find((one) => one === raw.state),
      confidence: CONFIDENCE_LEVELS.find((one) => one === raw.confidence),
      from: date(raw.from),
      to: date(raw.to),
      before: text(raw.before),
    }),
  emails: (raw: Raw) => present({ page: page(raw.page), open: text(raw.open) }),
};

export type Search = { [Name in keyof typeof searchOf]: ReturnType<(typeof searchOf)[Name]> };
