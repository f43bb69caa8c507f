import { availableParallelism } from 'node:os';
import { type VariableName, variables } from './variables.ts';

export type Env = Partial<Record<VariableName, string>> & { cores: number; isTerminal?: boolean };

/** The only function that reads the environment. An empty variable counts as not set. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const env: Env = { cores: availableParallelism(), isTerminal: process.stderr.isTTY };
  for (const { name } of variables) {
    const value = source[name]?.trim();
    if (value) env[name] = value;
  }
  return env;
}
