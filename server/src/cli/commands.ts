import type { Command } from './command.ts';
import { carrierShow } from './commands/carriers.ts';
import { demo } from './commands/demo.ts';
import { doctor } from './commands/doctor.ts';
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
import { read } from './commands/read.ts';
import { retry } from './commands/retry.ts';
import { score } from './commands/score.ts';
import { secretsReset, secretsRotate, secretsStatus } from './commands/secrets.ts';
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
  orgCreate,
  orgList,
  orgRetention,
  orgMorning,
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
  secretsStatus,
  secretsRotate,
  secretsReset,
];
