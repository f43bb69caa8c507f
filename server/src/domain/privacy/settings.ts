import type { PrivacySettings, UpdatePrivacySettings } from '../../contract/admin/audit-entry.ts';
import { type Database, type Db, statement } from '../../db/database.ts';
import { AppError } from '../../lib/errors.ts';
import { formerClasses } from '../images/retention/organization-classes.ts';

const COLUMNS = 'id as organization_id, image_retention_days, sighting_retention_days, purpose_required';

const find = statement('privacy.settings', `select ${COLUMNS} from organizations where id = $1`);
const lock = statement(
  'privacy.lock-settings',
  'select image_retention_days as days, former_image_classes as former from organizations where id = $1 for update',
);
const update = statement(
  'privacy.update-settings',
  `update organizations set image_retention_days = coalesce($2, image_retention_days), former_image_classes = $6,
     sighting_retention_days = case when $3 then $4 else sighting_retention_days end,
     purpose_required = coalesce($5, purpose_required)
    where id = $1 returning ${COLUMNS}`,
);

export async function readPrivacySettings(db: Db, organizationId: number): Promise<PrivacySettings> {
  return found(await db.row<PrivacySettings>(find, [organizationId]));
}

/**
 * Changes the given settings. The next housekeeping applies a shorter retention, within 15 minutes. A longer retention of images
 * applies to those that are sent from then on.
 */
export function updatePrivacySettings(
  database: Database,
  organizationId: number,
  changes: UpdatePrivacySettings,
): Promise<PrivacySettings> {
  const { image_retention_days, sighting_retention_days, purpose_required } = changes;
  return database.transaction(async (tx) => {
    const before = found(await tx.row<{ days: number; former: number[] }>(lock, [organizationId]));
    const values = [
      organizationId,
      image_retention_days ?? null,
      sighting_retention_days !== undefined,
      sighting_retention_days ?? null,
      purpose_required ?? null,
      formerClasses(before.former, before.days, image_retention_days ?? before.days),
    ];
    return found(await tx.row<PrivacySettings>(update, values));
  });
}

function found<Row>(row: Row | null): Row {
  if (row === null) throw new AppError('not_found', 'There is no such organization.');
  return row;
}
