import type { Command } from './command.ts';
import { carrierShow } from './commands/carriers.ts';
import { demo } from './commands/demo.ts';
import { doctor } from './commands/doctor.ts';
import { explain } from './commands/explain.ts';
import { generate } from './commands/generate.ts';
import { importCommand } from './commands/import.ts';
import { logoAdd, logoList } from './commands/logos.ts';
import { mailLift, mailSuppressed } from './commands/mail.ts';
import { migrate } from './commands/migrate.ts';
import { orgMorning } from './commands/org-morning.ts';
import { orgRetention } from './commands/org-retention.ts';
import { keyCreate, keyList, keyRevoke, orgCreate, orgList } from './commands/organizations.ts';
import { read } from './commands/read.ts';
import { retry } from './commands/retry.ts';
import { score } from './commands/score.ts';
import { serve, start, work } from './commands/start.ts';
import { roleList, userCreate, userDisable, userList } from './commands/users.ts';

/** Every command, in the order in which the help shows them. */
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
  generate,
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
];
