import { availableParallelism } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import { editDistance } from '../lib/edit-distance.ts';
import { type VariableName, variables } from './variables.ts';

/** A variable that is not a setting but is spelled almost like one. */
export type Misspelled = { name: string; meant: VariableName };

export type Env = Partial<Record<VariableName, string>> & {
  cores: number;
  isTerminal?: boolean;
  misspelled?: Misspelled[];
};

/** Reads the settings. An empty variable counts as not set. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const env: Env = { cores: availableParallelism(), isTerminal: process.stderr.isTTY };
  for (const name of Object.keys(variables) as VariableName[]) {
    const value = source[name]?.trim();
    if (value) env[name] = value;
  }
  env.misspelled = findMisspelled(Object.keys(source));
  return env;
}

/** Shorter names are too similar to variables of other programs. */
const MIN_NAME_LENGTH = 7;
const MAX_TYPOS = 2;

function findMisspelled(present: string[]): Misspelled[] {
  const names = Object.keys(variables) as VariableName[];
  const unknown = present.filter((name) => !(name in variables));
  return unknown.flatMap((name) => {
    const plain = name.toUpperCase().replace(/^MILEPOST_(?!MODE$)/, '');
    const meant = names.find(
      (one) => plain === one || (one.length >= MIN_NAME_LENGTH && editDistance(one, plain) <= MAX_TYPOS),
    );
    return meant === undefined ? [] : [{ name, meant }];
  });
}

/** Variables of the system, for the environment of a child process. */
export function systemVariables(
  names: readonly string[] = Object.keys(process.env),
): Record<string, string | undefined> {
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}

/**
 * Sets a variable that a native library reads when it is loaded. A worker thread has a copy of the environment that native
 * code does not see, so there the main thread must have set it.
 */
export function setForNativeCode(name: string, value: string): void {
  if (!isMainThread && process.env[name] !== value)
    throw new Error(`Set ${name}=${value} in the main thread before a worker loads the library.`);
  process.env[name] = value;
}
