import { invalid, type Problem } from '../../lib/errors.ts';
import { type AlertSettings, type Criteria, type NewAlert, NO_CRITERIA } from './alert.ts';
import { FIELDS, type FieldName, Wrong } from './fields.ts';

const DEFAULTS: Omit<NewAlert, 'email' | 'alert_type' | 'disabled' | 'alert_name'> = {
  ...NO_CRITERIA,
  cc_emails: [],
  notification_channels: ['email'],
  start_date: null,
  end_date: null,
  cooldown_minutes: null,
  daily_cap: null,
};
const REQUIRED: FieldName[] = ['email', 'alert_type', 'disabled', 'alert_name'];
/** Only an edit sets these; in a create request they are unknown keys. */
const LATER: FieldName[] = ['location_state', 'location_city', 'start_date', 'end_date'];
const CREATED = (Object.keys(FIELDS) as FieldName[]).filter((name) => !LATER.includes(name));
const EDITED = (Object.keys(FIELDS) as FieldName[]).filter((name) => name !== 'email');
const CRITERIA = Object.keys(NO_CRITERIA) as (keyof Criteria)[];

type Body = Record<string, unknown>;
export type Checked<T> = { value: T; problems: Problem[] };

/** A create request, with everything that is wrong with it. Null stands for "not given"; unknown keys are passed over. */
export function readNewAlert(body: unknown): Checked<NewAlert> {
  const given = objectOf(body);
  const problems: Problem[] = [];
  for (const name of REQUIRED) {
    if (given[name] === undefined) problems.push(problem(name, new Wrong('missing', 'Field required'), null));
  }
  const names = CREATED.filter((name) => given[name] !== undefined && !isUnset(given, name));
  return { value: { ...DEFAULTS, ...readFields(given, names, problems) } as NewAlert, problems };
}

/** The changes of an edit: only what is given, and nothing else may be given. */
export function readAlertChanges(body: unknown): Checked<Partial<AlertSettings>> {
  const given = objectOf(body);
  const problems: Problem[] = [];
  for (const name of Object.keys(given)) {
    if ((EDITED as string[]).includes(name)) continue;
    const msg = name === 'email' ? 'The address of an alert cannot be changed' : 'There is no such field';
    problems.push(problem(name, new Wrong('extra_forbidden', msg), given[name]));
  }
  const names = EDITED.filter((name) => given[name] !== undefined);
  return { value: readFields(given, names, problems), problems };
}

/** The criteria of a preview: any of them, places too. */
export function readCriteria(body: unknown): Checked<Criteria> {
  const given = objectOf(body);
  const problems: Problem[] = [];
  const names = CRITERIA.filter((name) => given[name] !== undefined && !isUnset(given, name));
  return { value: { ...NO_CRITERIA, ...readFields(given, names, problems) } as Criteria, problems };
}

/** `loc` names the field; the value is sent back where it is one. */
export function problem(name: string, { type, msg, at }: Wrong, input: unknown): Problem {
  const shown = at === undefined ? input : (input as unknown[])[at];
  const plain = typeof shown === 'string' ? shown.slice(0, 200) : shown;
  return {
    type,
    loc: ['body', name, ...(at === undefined ? [] : [at])],
    msg,
    input: typeof plain === 'object' || plain === undefined ? null : plain,
  };
}

function readFields(given: Body, names: FieldName[], problems: Problem[]): Partial<NewAlert> {
  const values: Body = {};
  for (const name of names) {
    const read = FIELDS[name](given[name]);
    if (read instanceof Wrong) problems.push(problem(name, read, given[name]));
    else values[name] = read;
  }
  return values;
}

function isUnset(given: Body, name: FieldName): boolean {
  return given[name] === null && !REQUIRED.includes(name);
}

function objectOf(body: unknown): Body {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Body;
  throw invalid([{ type: 'object_type', loc: ['body'], msg: 'Input should be a JSON object', input: null }]);
}
