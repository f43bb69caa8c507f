import { carrierShow } from './carriers.ts';
import type { Command } from './command.ts';
import { demo } from './demo.ts';
import { doctor } from './doctor.ts';
import { explain } from './explain.ts';
import { generate } from './generate.ts';
import { importCommand } from './import.ts';
import { logoAdd, logoList } from './logos.ts';
import { mailLift, mailSuppressed } from './mail.ts';
import { migrate } from './migrate.ts';
import { orgMorning } from './org-morning.ts';
import { orgRetention } from './org-retention.ts';
import { keyCreate, keyList, keyRevoke, orgCreate, orgList } from './organizations.ts';
import { read } from './read.ts';
import { score } from './score.ts';
import { serve, start, work } from './start.ts';
import { roleList, userCreate, userDisable, userList } from './users.ts';

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
