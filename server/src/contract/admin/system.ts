import Type, { type Static } from 'typebox';
import { named, nullable, oneOf, StoredTime } from '../schema.ts';

const bytes = Type.Number({ minimum: 0 });

export const SystemState = named('SystemState', {
  workers: Type.Array(
    named('ConnectedMachine', {
      address: Type.String({ description: 'Empty: the machine of the database.' }),
      connections: Type.Integer({ minimum: 1 }),
      since: { ...StoredTime, description: 'The start of its oldest connection.' },
    }),
    { description: 'The machines whose processes are connected to the database.' },
  ),
  storage: named('StorageState', {
    database_bytes: bytes,
    image_bytes: bytes,
    images_by_organization: Type.Array(
      named('OrganizationStorage', {
        organization_id: Type.Integer(),
        name: Type.String(),
        bytes,
      }),
      { description: 'The 20 organizations with the most bytes.' },
    ),
    files_to_delete: Type.Integer({ minimum: 0, description: 'Files whose images were deleted.' }),
  }),
  backups: Type.Array(
    named('RecordedBackup', {
      at: StoredTime,
      machine: Type.String(),
      outcome: oneOf(['success', 'denied', 'failed', 'unknown']),
    }),
    { description: 'The newest 20 runs of `milepost backup`, newest first, from the audit log.' },
  ),
  last_backup_at: nullable({ ...StoredTime, description: 'The newest one that succeeded.' }),
  work: Type.Array(
    named('WorkHour', {
      hour: StoredTime,
      queue: Type.String(),
      done: Type.Integer({ minimum: 0 }),
      retried: Type.Integer({ minimum: 0 }),
      dead: Type.Integer({ minimum: 0 }),
    }),
    { description: 'What each queue did in each of the last 24 hours, oldest first.' },
  ),
});
export type SystemState = Static<typeof SystemState>;
