import type { ParseArgsConfig } from 'node:util';
import type { Settings } from '../config/settings.ts';
import type { Log } from '../lib/log.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

export type Option = Options[string] & { meaning: string; value?: string; required?: true };

export type Values = Record<string, string | boolean | undefined>;

/** What a command may use: settings, a log on standard error, and standard output for its answer. */
export type Context = {
  settings: Settings;
  log: Log;
  /** A line for people. */
  print(line: string): void;
  /** The answer for programs, when `--json` was given. */
  printJson(value: unknown): void;
};

/** One file under cli/ exports one of these (or a few that belong together). */
export type Command = {
  /** As it is typed: `org create`. */
  name: string;
  summary: string;
  /** Names of what stands after the options, for the usage line. */
  operands?: string;
  options: Record<string, Option>;
  run(context: Context, values: Values, operands: string[]): Promise<void>;
};

export const json: Option = { type: 'boolean', meaning: 'answer as JSON' };

export function text(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

export function required(values: Values, name: string): string {
  return text(values, name) ?? '';
}
