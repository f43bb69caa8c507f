import Type, { type Static, type TSchema } from 'typebox';
import { OrganizationParams } from '../../../contract/admin/organization.ts';
import { MAX_QUOTA, QUOTA_NAMES, type QuotaName } from '../../../contract/admin/quota-rules.ts';
import { CreateUser } from '../../../contract/admin/user.ts';
import { nullable, oneOf } from '../../../contract/schema.ts';
import { setMorning } from '../../../domain/alerts/fire/fire-store.ts';
import { cliActor } from '../../../domain/identity/actor.ts';
import { createUser, usersOf } from '../../../domain/identity/manage-users.ts';
import { getOrganization } from '../../../domain/identity/organization-store.ts';
import { openPasswords } from '../../../domain/identity/password-hashing.ts';
import { assignableRoles } from '../../../domain/identity/roles.ts';
import { readQuotas, setQuota } from '../../../domain/quotas/quota-store.ts';
import type { AuditRule } from '../../../http/audit-rule.ts';
import type { Services } from '../../../http/services.ts';
import type { Operation } from './operation-command.ts';

const { organization_id } = OrganizationParams.properties;

function operation<B extends TSchema>(definition: {
  summary: string;
  audit?: AuditRule;
  body: B;
  handler: (services: Services, input: { body: Static<B> }) => Promise<unknown>;
}): Operation {
  return definition as unknown as Operation;
}

/** Over the API, people are invited, and programs get a generated password. */
export const createUserWithPassword = operation({
  summary: 'Create a user of an organization',
  audit: { action: 'user.create', kind: 'change', object: ['user'] },
  body: CreateUser,
  handler: async (
    { database },
    { body: { organization_id: organizationId, email, password, roles, kind } },
  ) => {
    const organization = await getOrganization(database, cliActor, organizationId);
    const assigned = assignableRoles(cliActor, organization, roles, { roles: [], kind });
    const input = { organizationId, email, password, roles: assigned, kind };
    return createUser(database, await openPasswords(1), input);
  },
});

/** The API lists the users of one organization. */
export const listAllUsers = operation({
  summary: 'List the users',
  body: Type.Object({ organization_id: Type.Optional(organization_id) }),
  handler: async ({ database }, { body }) => ({
    users: await usersOf(database, cliActor, body.organization_id ?? null),
  }),
});

/** The API replaces all quotas of an organization at once. */
export const setOneQuota = operation({
  summary: 'Set a quota of an organization, effective immediately in every process',
  audit: { action: 'quota.update', kind: 'change', object: ['organization'] },
  body: Type.Object({
    organization_id,
    name: oneOf(QUOTA_NAMES as [QuotaName, ...QuotaName[]], { description: 'name of the quota' }),
    value: nullable(Type.Integer({ minimum: 0, maximum: MAX_QUOTA })),
  }),
  handler: async ({ database, clock }, { body: { organization_id: id, name, value } }) => {
    await setQuota(database, id, name, value);
    return (await readQuotas(database, id, clock.now())).find((quota) => quota.name === name);
  },
});

export const setDailyTime = operation({
  summary: "Set the time of an organization's daily alerts, in its own time zone (default 07:00)",
  audit: { action: 'organization.update', kind: 'change', object: ['organization'] },
  body: Type.Object({ organization_id, morning: Type.String() }),
  handler: async ({ database }, { body }) => {
    await setMorning(database, body.organization_id, body.morning);
    return body;
  },
});
