import type { Command } from './command.ts';
import { organizationCommands, ssoCommands } from './commands/admin/organization-commands.ts';
import { roleList, userCommands } from './commands/admin/user-commands.ts';
import { auditExport, auditVerify } from './commands/audit-log.ts';
import { backup } from './commands/backup.ts';
import { carrierHistory, carrierShow, carrierSources } from './commands/carriers.ts';
import { completion } from './commands/completion.ts';
import { demo } from './commands/demo.ts';
import { doctor } from './commands/doctor.ts';
import { erase } from './commands/erase.ts';
import { explain } from './commands/explain.ts';
import { exportLabels } from './commands/export.ts';
import { facilityImport } from './commands/facilities.ts';
import { importCommand } from './commands/import.ts';
import { listen } from './commands/listen.ts';
import { logoAdd, logoList } from './commands/logos.ts';
import { mailLift, mailSuppressed } from './commands/mail.ts';
import { migrate } from './commands/migrate.ts';
import { read } from './commands/read.ts';
import { restore } from './commands/restore.ts';
import { retry } from './commands/retry.ts';
import { score } from './commands/score.ts';
import { secretsReset, secretsRotate, secretsStatus } from './commands/secrets.ts';
import { serve, start, work } from './commands/start.ts';
import { trace } from './commands/trace.ts';
import { upgrade } from './commands/upgrade.ts';
import { verifyFile } from './commands/verify-file.ts';

/** All commands, in the order of the help. */
export const commands: Command[] = [
  start,
  serve,
  work,
  migrate,
  backup,
  restore,
  upgrade,
  doctor,
  demo,
  importCommand,
  score,
  explain,
  listen,
  read,
  retry,
  trace,
  exportLabels,
  carrierShow,
  carrierSources,
  carrierHistory,
  ...organizationCommands,
  ...userCommands,
  ...ssoCommands,
  roleList,
  logoAdd,
  logoList,
  facilityImport,
  mailSuppressed,
  mailLift,
  auditVerify,
  auditExport,
  verifyFile,
  erase,
  secretsStatus,
  secretsRotate,
  secretsReset,
  completion(() => commands),
];
