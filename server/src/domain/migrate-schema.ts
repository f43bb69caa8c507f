import type { Database } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { syncAlertTriggers } from './alerts/sync-triggers.ts';
import { ensureCatalog } from './federal/catalog/build-catalog.ts';
import { syncQuotaDefaults } from './quotas/quota-store.ts';

/** Applies the migrations, then what follows from the contract's tables. Returns the migrations it applied. */
export async function migrateSchema(database: Database): Promise<string[]> {
  const applied = await migrate(database);
  await syncAlertTriggers(database);
  await syncQuotaDefaults(database);
  await ensureCatalog(database);
  return applied;
}
