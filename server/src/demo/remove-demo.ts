import type { Transaction } from '../db/database.ts';
import { deleteDemoOrganizations } from '../domain/identity/organization-store.ts';
import { deleteDemoObservations } from '../domain/observations/delete-demo.ts';
import type { DemoTable } from './demo-file.ts';

/** These contain rows of other organizations too, so rows are deleted by sighting or with their organization. */
const SHARED = new Set([
  'alert_matches',
  'alerts',
  'delivery_queue',
  'images',
  'mails',
  'observation_counts',
  'observations',
  'recent_sightings',
  'sightings',
  'vehicle_evidence',
  'webhook_attempts',
  'webhook_deliveries',
  'webhooks',
]);

/** Deletes the demo organizations with their sightings, and the demo country. */
export async function removeDemo(tx: Transaction, tables: DemoTable[]): Promise<void> {
  await deleteDemoObservations(tx);
  await deleteDemoOrganizations(tx);
  const country = tables.map(({ name }) => name).filter((name) => !SHARED.has(name));
  await tx.client.query(`truncate ${country.join(', ')}`);
}
