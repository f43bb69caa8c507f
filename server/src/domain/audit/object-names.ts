import { type Db, statement } from '../../db/database.ts';
import type { ListedRow } from './entry-store.ts';

/** What an object of a kind is called. */
const KINDS: Record<string, { noun: string; several?: string }> = {
  alert: { noun: 'the alert' },
  api_key: { noun: 'the API key' },
  carrier: { noun: 'the carrier', several: 'the carriers' },
  'carrier-link': { noun: 'the link' },
  case: { noun: 'the case' },
  check: { noun: 'the vetting check' },
  'compliance-rule': { noun: 'the vetting rule' },
  contact: { noun: 'the contact' },
  delivery: { noun: 'the delivery' },
  email: { noun: 'the email' },
  facility: { noun: 'the facility' },
  image: { noun: 'the image' },
  invitation: { noun: 'the invitation of' },
  match: { noun: 'the match' },
  mismatch: { noun: 'the watched numbers' },
  objection: { noun: 'the objection' },
  organization: { noun: 'the organization' },
  session: { noun: 'one of their sessions' },
  stage: { noun: 'the stage' },
  job: { noun: 'the job' },
  user: { noun: 'the user' },
  watchlist: { noun: 'the watchlist' },
  webhook: { noun: 'the webhook' },
};

/** Tables whose rows belong to an organization, with the type of their id. */
const NAMED_ROWS = [
  ['alert', 'alerts', 'alert_name', 'number'],
  ['api_key', 'api_keys', 'o.name', 'number'],
  ['invitation', 'invitations', 'email', 'number'],
  ['user', 'users', 'email', 'number'],
  ['case', 'cases', 'title', 'uuid'],
  ['facility', 'facilities', 'facility_name', 'uuid'],
  ['mismatch', 'mismatch_observations', 'alert_name', 'uuid'],
  ['watchlist', 'watchlists', 'o.name', 'uuid'],
  ['webhook', 'webhooks', 'webhook_url', 'uuid'],
] as const;

/**
 * An object of another organization keeps its id as its name: a request that named it was answered with "not found". Names of
 * carriers are public. Only the operator sees entries without an organization.
 */
const names = statement(
  'audit.object-names',
  `with asked as (
     select distinct on (kind, id, organization_id) kind, id, organization_id,
            case when id ~ '^[0-9]{1,9}$' then id::int end as number,
            case when id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then id::uuid end as uuid
       from unnest($1::text[], $2::text[], $3::int[]) as a(kind, id, organization_id)
   )
   select a.kind, a.id, a.organization_id, n.name
     from asked a cross join lateral (
       ${NAMED_ROWS.map(
         ([kind, table, name, id]) => `select ${name} as name from ${table} o
        where a.kind = '${kind}' and o.id = a.${id} and (a.organization_id is null or o.organization_id = a.organization_id)
       union all `,
       ).join('')}
       select name from organizations o where a.kind = 'organization' and o.id = a.number and (a.organization_id is null or o.id = a.organization_id)
       union all
       select legal_name from company_census o where a.kind = 'carrier' and o.usdot_number = a.number
     ) n where n.name is not null`,
);

type Asked = Pick<ListedRow, 'object_kind' | 'object_id' | 'organization_id'>;
type Named = { kind: string; id: string; organization_id: number | null; name: string };
/** The object of an entry as people call it: `the alert Reefer 4471`. */
export type ObjectNames = (entry: Asked) => string;

const keyOf = (kind: string, id: string, organization: number | null) => `${kind}\n${id}\n${organization}`;

export async function findObjectNames(db: Db, entries: Asked[]): Promise<ObjectNames> {
  const asked = entries.filter(({ object_kind, object_id }) => object_kind in KINDS && object_id !== '');
  const rows =
    asked.length === 0
      ? []
      : await db.rows<Named>(names, [
          asked.map((one) => one.object_kind),
          asked.map((one) => one.object_id),
          asked.map((one) => one.organization_id),
        ]);
  const found = new Map(rows.map((row) => [keyOf(row.kind, row.id, row.organization_id), row.name]));
  return ({ object_kind: kind, object_id: id, organization_id }) => {
    const { noun, several } = KINDS[kind] ?? { noun: kind };
    const name = found.get(keyOf(kind, id, organization_id)) ?? id.replaceAll(',', ', ');
    const isSeveral = several !== undefined && id.includes(',');
    return `${isSeveral ? several : noun} ${name}`.trim();
  };
}
