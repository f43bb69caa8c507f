import type { Database } from '../db/database.ts';
import type { Credentials } from '../domain/identity/credentials.ts';
import { forgetOldTokens } from '../domain/identity/tokens-store.ts';
import type { Stage } from './run-stages.ts';

/** Throws away what nobody needs any more. */
export function housekeeping(database: Database, credentials: Credentials): Stage {
  return {
    name: 'housekeeping',
    everyMs: 15 * 60_000,
    async run() {
      await forgetOldTokens(database);
      await credentials.flushUses();
      return false;
    },
  };
}
