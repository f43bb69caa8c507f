import { availableParallelism } from 'node:os';
import { type VariableName, variables } from './variables.ts';

export type Env = Partial<Record<VariableName, string>> & { cores: number };

/** The only place that reads the environment. An empty value counts as not set. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const env: Env = { cores: availableParallelism() };
  for (const { name } of variables) {
    const value = source[name]?.trim();
    if (value) env[name] = value;
  }
  return env;
}
