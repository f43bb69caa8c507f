import { AppError } from '../lib/errors.ts';
import { USDOT_RULE, usdotNumberOf } from '../lib/identifiers/usdot-number.ts';
import type { Option, Values } from './command.ts';

export const flag = (meaning: string): Option => ({ type: 'boolean', meaning });
export const option = (value: string, meaning: string): Option => ({ type: 'string', value, meaning });
export const json = flag('print the result as JSON');

export function text(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

export function required(values: Values, name: string): string {
  return text(values, name) ?? '';
}

export function wholeNumber(values: Values, name: string): number {
  const value = required(values, name);
  if (!/^\d{1,9}$/.test(value)) throw new AppError('invalid', `${name} must be an integer, not "${value}".`);
  return Number(value);
}

export function dayOption(values: Values, name: string): string | undefined {
  const day = text(values, name);
  if (day !== undefined && (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day))))
    throw new AppError('invalid', `--${name} must be a date such as 2026-10-30.`);
  return day;
}

export function usdotNumber(operand = ''): number {
  const number = usdotNumberOf(operand);
  if (number === null) throw new AppError('invalid', `"${operand}" is not ${USDOT_RULE}.`);
  return number;
}
