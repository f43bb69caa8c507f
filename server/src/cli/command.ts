import type { Readable, Writable } from 'node:stream';
import type { ParseArgsConfig } from 'node:util';
import type { Settings } from '../config/settings.ts';
import type { AuditAction } from '../domain/audit/audit-actions.ts';
import type { Log } from '../lib/log.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

export type Option = Options[string] & {
  meaning: string;
  value?: string;
  required?: true;
  /** The field of the API that the option gives. */
  field?: string;
};

export type Values = Record<string, string | boolean | undefined>;

export type Output = Writable & { isTTY?: boolean };

/** The environment and streams of the process; tests pass their own. */
export type Io = {
  env: Record<string, string | undefined>;
  stdin: Readable;
  stdout: Output;
  stderr: Output;
};

export type Context = {
  /** Absent for commands that are not recorded. */
  audited?: { action: AuditAction; object: string; values: Values; operands: string[] };
  settings: Settings;
  log: Log;
  stdin: Readable;
  stderr: Output;
  /** Writes a line to standard output. */
  print(line: string): void;
  /** Writes the result of a command that was called with `--json`. */
  printJson(value: unknown): void;
  printError(line: string): void;
  /** Makes the exit code 1. */
  fail(): void;
};

/**
 * What the audit log records of a command. A test fails when a command declares none. `object` names the kind of the
 * object; its id is in the result (`user` → `user_id`), in `--org`, or the first operand.
 */
type CommandAudit = { action: AuditAction; object?: string } | { none: string };

export type Command = {
  /** As the user types it: `org create`. */
  name: string;
  summary: string;
  /** The operands, for the usage line. */
  operands?: string;
  options: Record<string, Option>;
  audit?: CommandAudit;
  run(context: Context, values: Values, operands: string[]): Promise<void>;
};
