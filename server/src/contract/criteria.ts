import Type, { type TSchema } from 'typebox';
import { CRITERIA, type Criterion } from './criteria-table.ts';
import { nullable, text } from './schema.ts';

type Table = typeof CRITERIA;
export type CriterionName = keyof Table;
type FlagName = Extract<Table[CriterionName], { exactFlag: string }>['exactFlag'] | 'tolerance';

/** The criteria of an alert as the customer wrote them; all that are set must hold. */
export type Criteria = {
  [Name in CriterionName]: Table[Name] extends { unset: '' } ? string : string | null;
} & Record<FlagName, boolean>;

export const criterion = (name: CriterionName): Criterion => CRITERIA[name];
const unsetValue = (name: CriterionName) => criterion(name).unset ?? null;
export const CRITERION_NAMES = Object.keys(CRITERIA) as CriterionName[];
const FLAG_NAMES = [
  ...CRITERION_NAMES.flatMap((name) => criterion(name).exactFlag ?? []),
  'tolerance',
] as FlagName[];
/** Columns of the alerts table that decide what an alert matches. */
export const CRITERIA_COLUMNS = [...CRITERION_NAMES, ...FLAG_NAMES] as const;

/** Criteria that `tolerance` applies to. */
export const TOLERANT_CRITERIA = CRITERION_NAMES.filter((name) => criterion(name).isTolerant);

export const NO_CRITERIA = Object.fromEntries([
  ...CRITERION_NAMES.map((name) => [name, unsetValue(name)]),
  ...FLAG_NAMES.map((name) => [name, false]),
]) as Criteria;

/** Null removes a criterion: it gets the value that means "not set". */
export function unsetNulls<T extends Partial<Record<CriterionName, string | null>>>(criteria: T): T {
  const removed = CRITERION_NAMES.filter((name) => criteria[name] === null);
  return { ...criteria, ...Object.fromEntries(removed.map((name) => [name, unsetValue(name)])) };
}

function requestField(name: CriterionName): TSchema {
  const { format, description, maxLength = 200 } = criterion(name);
  return nullable(text({ format, description, maxLength, blank: unsetValue(name) }));
}

function responseField(name: CriterionName): TSchema {
  const { description, unset } = criterion(name);
  return unset === ''
    ? Type.String({ description: `${description} Empty when it is not set.` })
    : nullable(Type.String({ description }));
}

function flagField(name: FlagName): TSchema {
  if (name === 'tolerance') {
    const description = `Treats 0/O, 1/I/L, 5/S, 8/B and 2/Z as equal in ${TOLERANT_CRITERIA.join(', ')}.`;
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
  [Name in CriterionName]: Table[Name] extends { unset: '' }
    ? ReturnType<typeof Type.String>
    : ReturnType<typeof nullable<ReturnType<typeof Type.String>>>;
};

export const criteriaResponse = {
  ...Object.fromEntries(CRITERION_NAMES.map((name) => [name, responseField(name)])),
  ...Object.fromEntries(FLAG_NAMES.map((name) => [name, flagField(name)])),
} as ResponseFields & FlagFields;
