import {
  AuditCheck,
  AuditEntries,
  AuditQuery,
  PrivacySettings,
  UpdatePrivacySettings,
} from '../../../contract/admin/audit-entry.ts';
import { OrganizationParams } from '../../../contract/admin/organization.ts';
import { pageEntries, showEntries } from '../../../domain/audit/read-entries.ts';
import { verifyNewest } from '../../../domain/audit/verify-audit.ts';
import { requireReach } from '../../../domain/identity/actor.ts';
import { readPrivacySettings, updatePrivacySettings } from '../../../domain/privacy/settings.ts';
import { type Caller, operatorAdmin, organizationAdmin } from '../../access.ts';
import { NO_ORGANIZATION } from '../../responses.ts';
import { type Route, routeOf } from '../../route.ts';

const route = routeOf('Privacy');

/** Takes about a second. */
const CHECKED_SEALS = 500;

/** The operator sees all organizations, other administrators only their own. */
function organizationOf(caller: Caller, asked: number | undefined): number | null {
  return caller.organization_kind === 'operator' ? (asked ?? null) : caller.organization_id;
}

export const auditRoutes: Route[] = [
  route('GET /audit', {
    operationId: 'listAuditEntries',
    summary: 'List the entries of the audit log, newest first',
    description:
      'Sign-ins, changes, and requests that showed plates or VINs, of your organization; for the operator, of all organizations. Requests that only showed something are left out unless you send `reads=true` or filter by action, kind of object, plate or VIN. A filter by plate or VIN also finds the requests whose response contained it.',
    access: organizationAdmin(),
    audit: { action: 'audit.list', kind: 'read' },
    query: AuditQuery,
    success: { schema: AuditEntries, description: 'A page of entries.' },
    handler: async ({ database, auditLog, auditKeys }, { query, caller }) => {
      const { plate, vin, page_size: size } = query;
      const value = plate || vin;
      // The page includes the requests of this process that are still queued.
      await auditLog.flush();
      const filter = {
        organizationId: organizationOf(caller, query.organization_id),
        actor: query.actor || undefined,
        action: query.action || undefined,
        objectKind: query.object_kind || undefined,
        objectId: query.object_id || undefined,
        from: query.from,
        to: query.to,
        subject: value ? { kind: plate ? ('plate' as const) : ('vin' as const), value } : undefined,
      };
      // Whoever names an action or a vehicle looks for one that may only have been read.
      const withReads = query.reads ?? Boolean(filter.action ?? filter.objectKind ?? filter.subject);
      const page = { before: query.before ?? null, limit: size + 1, withReads };
      const rows = await pageEntries(database, auditKeys, filter, page);
      const entries = await showEntries(database, rows.slice(0, size));
      return { entries, next_before: rows.length > size ? (entries.at(-1)?.id ?? null) : null };
    },
  }),
  route('POST /audit/check', {
    operationId: 'checkAuditLog',
    summary: 'Check the newest seals of the audit log',
    description: `Recomputes the hashes of the newest ${CHECKED_SEALS} seals and of their entries. \`milepost audit verify\` checks the whole log.`,
    access: operatorAdmin(),
    audit: { none: 'Changes nothing and shows no entry.' },
    success: { schema: AuditCheck, description: 'What was found.' },
    handler: async ({ database, auditKeys }) => {
      const { seals, entries, unsealed, head, problems } = await verifyNewest(
        database,
        auditKeys,
        CHECKED_SEALS,
      );
      return { seals, entries, unsealed, head: head === null ? null : `${head.seq}:${head.hash}`, problems };
    },
  }),
  route('GET /organization/privacy', {
    operationId: 'getPrivacySettings',
    summary: 'Get how long data of your organization is kept, and whether a purpose is required',
    access: organizationAdmin(),
    success: { schema: PrivacySettings, description: 'The settings.' },
    handler: ({ database }, { caller }) => readPrivacySettings(database, caller.organization_id),
  }),
  route('PATCH /organization/privacy', {
    operationId: 'updatePrivacySettings',
    summary: 'Change how long data of your organization is kept, and whether a purpose is required',
    description:
      'Changes the supplied fields. A shorter retention deletes data within 15 minutes; deleted data cannot be restored.',
    access: organizationAdmin(),
    audit: {
      action: 'organization.update-privacy',
      kind: 'change',
      object: ['organization', 'response.organization_id'],
    },
    body: UpdatePrivacySettings,
    example: { image_retention_days: 90 },
    success: { schema: PrivacySettings, description: 'The changed settings.' },
    handler: ({ database }, { body, caller }) =>
      updatePrivacySettings(database, caller.organization_id, body),
  }),
  route('GET /admin/organizations/:organization_id/privacy', {
    operationId: 'getOrganizationPrivacy',
    summary: 'Get the privacy settings of an organization',
    access: organizationAdmin(),
    params: OrganizationParams,
    success: { schema: PrivacySettings, description: 'The settings.' },
    errors: NO_ORGANIZATION,
    handler: async ({ database }, { params, actor }) => {
      requireReach(actor, params.organization_id);
      return readPrivacySettings(database, params.organization_id);
    },
  }),
  route('PATCH /admin/organizations/:organization_id/privacy', {
    operationId: 'updateOrganizationPrivacy',
    summary: 'Change the privacy settings of an organization',
    description: 'The same as `PATCH /organization/privacy`, for any organization that the caller manages.',
    access: organizationAdmin(),
    audit: {
      action: 'organization.update-privacy',
      kind: 'change',
      object: ['organization', 'params.organization_id'],
    },
    params: OrganizationParams,
    body: UpdatePrivacySettings,
    example: { image_retention_days: 90 },
    success: { schema: PrivacySettings, description: 'The changed settings.' },
    errors: NO_ORGANIZATION,
    handler: async ({ database }, { params, body, actor }) => {
      requireReach(actor, params.organization_id);
      return updatePrivacySettings(database, params.organization_id, body);
    },
  }),
];
