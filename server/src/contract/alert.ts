import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox';
import { identifier } from '../lib/identifiers/comparable.ts';
import { CONTAINER_NUMBER, isContainerNumber } from '../lib/identifiers/container-number.ts';
import {
  CRITERIA_COLUMNS,
  CRITERION_NAMES,
  type Criteria,
  type CriterionName,
  criteriaRequest,
  criteriaResponse,
  criterion,
  NO_CRITERIA,
} from './criteria.ts';
import { warnings } from './match.ts';
import type { Problem } from './problem.ts';
import { Day, MAX_FORMATTED_LENGTH, named, nullable, oneOf, Timestamp, text } from './schema.ts';

const ALERT_TYPES = ['normal', 'hot'] as const;
export const CHANNELS = ['email', 'webhook'] as const;
export type AlertType = (typeof ALERT_TYPES)[number];
type Channel = (typeof CHANNELS)[number];

const MAX_RECIPIENTS = 50;
const MINUTES_PER_WEEK = 10_080;
const FIRINGS_PER_DAY = 96;

const email = Type.String({
  format: 'email',
  maxLength: MAX_FORMATTED_LENGTH,
  trim: true,
  description: 'The address that receives the results.',
});
const alert_type = oneOf(ALERT_TYPES, {
  description: '`normal` fires once a day in the morning, `hot` every 15 minutes.',
});
const disabled = Type.Boolean({ description: 'true: the alert is inactive.' });
const alert_name = text({ minLength: 1, description: 'Name of the alert.' });
const cc_emails = Type.Array(Type.String({ format: 'email', maxLength: MAX_FORMATTED_LENGTH, trim: true }), {
  maxItems: MAX_RECIPIENTS,
  dropsBlankItems: true,
  description: 'More recipients.',
  default: [],
});
const notification_channels = Type.Array(oneOf(CHANNELS), {
  maxItems: CHANNELS.length * 2,
  description: 'Channels that receive notifications.',
  default: ['email'],
});
const day = (description: string) =>
  nullable(Type.String({ format: 'date', maxLength: MAX_FORMATTED_LENGTH, description }));
const start_date = day('First day of sightings that count, in the time zone of the organization.');
const end_date = day('Last day of sightings that count, in the time zone of the organization.');
const count = (maximum: number, description: string) =>
  nullable(Type.Integer({ minimum: 1, maximum, description }));
const cooldown_minutes = count(MINUTES_PER_WEEK, 'Shortest time between two firings.');
const daily_cap = count(
  FIRINGS_PER_DAY,
  'Most firings in one calendar day. Matches that are held back are part of the next firing.',
);

const timing = { start_date, end_date, cooldown_minutes, daily_cap };
const delivery = { cc_emails, notification_channels };

/** Null counts as missing in a create request and in a preview. */
function optional<P extends TProperties>(properties: P) {
  const unset = Object.entries(properties).map(([name, schema]) => [name, { ...schema, nullIsUnset: true }]);
  return Type.Partial(Type.Object(Object.fromEntries(unset) as P)).properties;
}

/** Without defaults: a field that an edit leaves out keeps its value. */
function withoutDefaults<P extends TProperties>(properties: P): P {
  const fields = Object.entries(properties).map(
    ([name, { default: _, ...schema }]: [string, TSchema & { default?: unknown }]) => [name, schema],
  );
  return Object.fromEntries(fields) as P;
}

function criteriaOf(isWanted: (name: CriterionName) => boolean) {
  const hidden = CRITERION_NAMES.filter((name) => !isWanted(name));
  const left = Object.entries(criteriaRequest).filter(([name]) => !(hidden as string[]).includes(name));
  return Object.fromEntries(left) as typeof criteriaRequest;
}

export const CreateAlert = Type.Object(
  {
    email,
    alert_type,
    disabled,
    alert_name,
    ...optional({ ...delivery, ...criteriaOf((name) => !criterion(name).isEditOnly), ...timing }),
  },
  { $id: 'CreateAlert' },
);
export type CreateAlert = Static<typeof CreateAlert>;

export const EditAlert = named(
  'EditAlert',
  Type.Partial(
    Type.Object(
      withoutDefaults({ ...delivery, alert_type, disabled, alert_name, ...criteriaRequest, ...timing }),
    ),
  ).properties,
);
export type EditAlert = Static<typeof EditAlert>;

export const AlertCriteria = Type.Object(optional(criteriaRequest), { $id: 'AlertCriteria' });
export type AlertCriteria = Static<typeof AlertCriteria>;

const extensions: readonly string[] = [
  ...Object.keys(timing),
  ...CRITERION_NAMES.filter((name) => criterion(name).isExtension).flatMap((name) => [
    name,
    ...[criterion(name).exactFlag ?? []].flat(),
  ]),
  'tolerance',
  'created_at',
];

const response = withoutDefaults({
  id: Type.Integer(),
  email: Type.String(),
  cc_emails: Type.Array(Type.String()),
  alert_type,
  disabled,
  alert_name: Type.String(),
  ...criteriaResponse,
  notification_channels: Type.Array(oneOf(CHANNELS)),
  start_date: nullable(Day),
  end_date: nullable(Day),
  cooldown_minutes,
  daily_cap,
  created_at: Timestamp,
});

export const Alert = named('Alert', response);
export type Alert = Static<typeof Alert>;

/** The reference service names the times of an alert differently, and only here. */
export const EditedAlert = named('EditedAlert', {
  ...response,
  insert_timestamp: Type.String({ ...Timestamp, description: 'The same as `created_at`.' }),
  last_updated_timestamp: Type.String({ ...Timestamp, description: 'When it was last edited: now.' }),
});

const documented = Object.entries(response).filter(([name]) => !extensions.includes(name));
const extended = Object.entries(response).filter(([name]) => extensions.includes(name));

const MAX_WARNINGS = 50;
const MAX_WARNING_LENGTH = 100;

/** The keys of a body that the schema does not have, and that are ignored. */
export function unknownKeys(schema: TObject, body: object): { warnings?: string[] } {
  const unknown = Object.keys(body).filter((name) => !Object.hasOwn(schema.properties, name));
  if (unknown.length === 0) return {};
  return { warnings: unknown.slice(0, MAX_WARNINGS).map((name) => name.slice(0, MAX_WARNING_LENGTH)) };
}

/** Clients written for the contract's table find its fields and no others; more come back when they were sent. */
export const CreatedAlert = named('CreatedAlert', {
  ...(Object.fromEntries(documented) as TProperties),
  ...Type.Partial(Type.Object(Object.fromEntries(extended) as TProperties)).properties,
  warnings,
});

export const AlertParams = Type.Object({ id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) });
export const AlertRun = named('AlertRun', {
  fired: Type.Array(named('FiredAlert', { alert_id: Type.Integer(), matches: Type.Integer() })),
});

/** What an owner may change; the columns of the alerts table beside its key, owner and firing state. */
export type AlertSettings = Criteria & {
  cc_emails: string[];
  alert_type: AlertType;
  disabled: boolean;
  alert_name: string;
  notification_channels: Channel[];
  start_date: string | null;
  end_date: string | null;
  cooldown_minutes: number | null;
  daily_cap: number | null;
};
export type NewAlert = AlertSettings & { email: string };
export type StoredAlert = NewAlert & {
  id: number;
  organization_id: number;
  user_id: number | null;
  created_at: Date;
};

export const ALERT_DEFAULTS = {
  ...NO_CRITERIA,
  cc_emails: [] as string[],
  notification_channels: ['email'] as Channel[],
  start_date: null,
  end_date: null,
  cooldown_minutes: null,
  daily_cap: null,
};

export const SETTING_COLUMNS = [
  'cc_emails',
  'alert_type',
  'disabled',
  'alert_name',
  'notification_channels',
  'start_date',
  'end_date',
  'cooldown_minutes',
  'daily_cap',
  ...CRITERIA_COLUMNS,
] as const satisfies (keyof AlertSettings)[];

/** Columns whose change makes the workers load an alert again. */
export const MATCHED_COLUMNS = ['disabled', 'start_date', 'end_date', ...CRITERIA_COLUMNS] as const;

/** The response for a stored alert. */
export function showAlert({ organization_id: _, user_id: __, created_at, ...alert }: StoredAlert): Alert {
  return { ...alert, created_at: created_at.toISOString() };
}

/** The response to a create request. */
export function showCreatedAlert(alert: StoredAlert, body: object): Static<typeof CreatedAlert> {
  const sent = Object.keys(body);
  const shown = Object.entries(showAlert(alert)).filter(
    ([name]) => !extensions.includes(name) || sent.includes(name),
  );
  return { ...Object.fromEntries(shown), ...unknownKeys(CreateAlert, body) };
}

/** Rules over several fields; fields that are invalid by themselves are absent. */
export function alertProblems(alert: Partial<AlertSettings>): Problem[] {
  const problems: Problem[] = [];
  const { start_date: start, end_date: end, container_number: container } = alert;
  if (start && end && start > end) {
    problems.push({
      type: 'value_error',
      loc: ['body', 'end_date'],
      msg: 'start_date must not be after end_date',
      input: end,
    });
  }
  const number = container ? identifier(container) : '';
  const mustBeComplete = alert.exact_match_container_number === true || CONTAINER_NUMBER.test(number);
  if (number !== '' && mustBeComplete && !isContainerNumber(number)) {
    const msg = 'Must be a container number: 3 letters, U, J or Z, 6 digits and the check digit (ISO 6346)';
    problems.push({ type: 'value_error', loc: ['body', 'container_number'], msg, input: container ?? null });
  }
  return problems;
}
