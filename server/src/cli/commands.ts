import type { Command } from './command.ts';
import { auditExport, auditVerify } from './commands/audit.ts';
import { carrierShow, carrierSources } from './commands/carriers.ts';
import { demo } from './commands/demo.ts';
import { doctor } from './commands/doctor.ts';
import { erase } from './commands/erase.ts';
import { explain } from './commands/explain.ts';
import { importCommand } from './commands/import.ts';
import { logoAdd, logoList } from './commands/logos.ts';
import { mailLift, mailSuppressed } from './commands/mail.ts';
import { migrate } from './commands/migrate.ts';
import {
  keyCreate,
  keyList,
  keyRevoke,
  orgCreate,
  orgList,
  orgMorning,
  orgRetention,
} from './commands/organizations.ts';
import { orgPrivacy } from './commands/privacy.ts';
import { quotaList, quotaSet } from './commands/quotas.ts';
import { read } from './commands/read.ts';
import { retry } from './commands/retry.ts';
import { score } from './commands/score.ts';
import { serve, start, work } from './commands/start.ts';
import { roleList, userCreate, userDisable, userList } from './commands/users.ts';

/** All commands, in the order of the help. */
export const commands: Command[] = [
  start,
  serve,
  work,
  migrate,
  doctor,
  demo,
  importCommand,
  score,
  explain,
  read,
  retry,
  carrierShow,
  carrierSources,
  orgCreate,
  orgList,
  orgRetention,
  orgPrivacy,
  orgMorning,
  quotaList,
  quotaSet,
  keyCreate,
  keyList,
  keyRevoke,
  userCreate,
  userList,
  userDisable,
  roleList,
  logoAdd,
  logoList,
  mailSuppressed,
  mailLift,
  auditVerify,
  auditExport,
  erase,
];
