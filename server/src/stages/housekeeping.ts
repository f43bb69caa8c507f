import type { Database } from '../db/database.ts';
import { forgetOldTokens } from '../domain/identity/tokens-store.ts';
import type { Stage } from './run-stages.ts';

/** Throws away what nobody needs any more. */
export function housekeeping(database: Database): Stage {
  return {
    name: 'housekeeping',
    everyMs: 15 * 60_000,
    async run() {
      await forgetOldTokens(database);
      return false;
    },
  };
}
