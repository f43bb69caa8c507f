import type { Db } from '../../db/database.ts';
import { invalid, type Problem } from '../../lib/errors.ts';
import { logoExists } from '../logos/logos.ts';
import type { Alert } from './alert.ts';
import { Wrong } from './fields.ts';
import { problem, readNewAlert } from './read-alert.ts';
import { insertAlert } from './store.ts';

type Owner = { organizationId: number; userId: number };

/** Writes a checked alert; from its commit on, every batch of sightings is compared with it. */
export async function createAlert(db: Db, owner: Owner, body: unknown): Promise<Alert> {
  const { value, problems } = readNewAlert(body);
  await checkLogo(db, value.trailer_logo, problems);
  if (problems.length > 0) throw invalid(problems);
  return insertAlert(db, owner.organizationId, owner.userId, value);
}

/** Only names from the list of logos can ever be read on a trailer. */
export async function checkLogo(db: Db, name: string | null | undefined, problems: Problem[]): Promise<void> {
  if (!name || (await logoExists(db, name))) return;
  problems.push(problem('trailer_logo', new Wrong('value_error', 'Must be one of GET /logos'), name));
}
