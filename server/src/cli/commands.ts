import type { Command } from './command.ts';
import { auditExport, auditVerify } from './commands/admin/audit.ts';
import { invitationList, invitationRevoke, userInvite } from './commands/admin/invitations.ts';
import { keyCreate, keyList, keyRevoke } from './commands/admin/keys.ts';
import {
  orgCreate,
  orgDisable,
  orgEnable,
  orgList,
  orgMorning,
  orgRetention,
  orgUpdate,
} from './commands/admin/organizations.ts';
import { orgPrivacy } from './commands/admin/privacy.ts';
import { quotaList, quotaSet } from './commands/admin/quotas.ts';
import { secretsReset, secretsRotate, secretsStatus } from './commands/admin/secrets.ts';
import { ssoRemove, ssoSet, ssoShow } from './commands/admin/sso.ts';
import {
  roleList,
  userCreate,
  userDisable,
  userEnable,
  userList,
  userResetTotp,
  userRevokeTokens,
  userRoles,
} from './commands/admin/users.ts';
import { backup } from './commands/backup.ts';
import { carrierHistory, carrierShow, carrierSources } from './commands/carriers.ts';
import { demo } from './commands/demo.ts';
import { doctor } from './commands/doctor.ts';
import { erase } from './commands/erase.ts';
import { explain } from './commands/explain.ts';
import { exportLabels } from './commands/export.ts';
import { importCommand } from './commands/import.ts';
import { logoAdd, logoList } from './commands/logos.ts';
import { mailLift, mailSuppressed } from './commands/mail.ts';
import { migrate } from './commands/migrate.ts';
import { read } from './commands/read.ts';
import { restore } from './commands/restore.ts';
import { retry } from './commands/retry.ts';
import { score } from './commands/score.ts';
import { serve, start, work } from './commands/start.ts';
import { upgrade } from './commands/upgrade.ts';

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
  read,
  retry,
  exportLabels,
  carrierShow,
  carrierSources,
  carrierHistory,
  orgCreate,
  orgList,
  orgUpdate,
  orgDisable,
  orgEnable,
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
  userInvite,
  userRoles,
  userDisable,
  userEnable,
  userRevokeTokens,
  userResetTotp,
  invitationList,
  invitationRevoke,
  ssoSet,
  ssoShow,
  ssoRemove,
  roleList,
  logoAdd,
  logoList,
  mailSuppressed,
  mailLift,
  auditVerify,
  auditExport,
  erase,
  secretsStatus,
  secretsRotate,
  secretsReset,
];
