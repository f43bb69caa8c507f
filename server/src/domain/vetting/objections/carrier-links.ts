import { randomUUID } from 'node:crypto';
import { type Db, readRow, statement } from '../../../db/database.ts';
import { ownPages } from '../../../db/own-pages.ts';
import { sha256 } from '../../../lib/bytes/hash.ts';
import { AppError } from '../../../lib/errors.ts';
import { newOneTimeToken } from '../../identity/issue-tokens.ts';
import { isWithinRate } from '../../identity/request-rates.ts';

export type LinkRow = {
  id: string;
  usdot_number: number;
  created_at: Date;
  created_by: number | null;
  expires_at: Date;
  revoked_at: Date | null;
  opened_at: Date | null;
};
const COLUMNS = 'id, usdot_number, created_at, created_by, expires_at, revoked_at, opened_at';

/** Of one link, whoever has it. */
const REQUEST_LIMIT = { count: 120, windowSeconds: 3_600 };
const DAY_MS = 86_400_000;

const insert = statement(
  'vetting.link-insert',
  `insert into carrier_links (id, organization_id, usdot_number, token_hash, created_at, created_by, expires_at)
   select $1, admit_rows($2, 'carrier_links', 1), $3, $4, $5, $6, $7 returning ${COLUMNS}`,
);

type NewLink = { organizationId: number; usdotNumber: number; days: number; userId: number; now: Date };

/** A link for a carrier. Its secret is returned once, and only its hash is stored. */
export async function createLink(
  db: Db,
  { organizationId, usdotNumber, days, userId, now }: NewLink,
): Promise<{ link: LinkRow; token: string }> {
  const { token, hash } = newOneTimeToken();
  const expires = new Date(now.getTime() + days * DAY_MS);
  const values = [randomUUID(), organizationId, usdotNumber, hash, now, userId, expires];
  return { link: await readRow<LinkRow>(db, insert, values), token };
}

/** Newest first. */
export const pageLinks = ownPages<LinkRow, 'usdot_number'>('vetting.links', {
  ...{ columns: COLUMNS, table: 'carrier_links', filters: { usdot_number: 'integer' } },
});

const revoke = statement(
  'vetting.link-revoke',
  `update carrier_links set revoked_at = coalesce(revoked_at, $3) where id = $1 and organization_id = $2`,
);

export async function revokeLink(db: Db, organizationId: number, id: string, now: Date): Promise<void> {
  if ((await db.run(revoke, [id, organizationId, now])) === 0)
    throw new AppError('not_found', 'There is no such link.');
}

export type OpenedLink = {
  id: string;
  organization_id: number;
  organization_name: string;
  organization_kind: string;
  usdot_number: number;
  expires_at: Date;
};
const open = statement(
  'vetting.link-open',
  `update carrier_links l set opened_at = $2 from organizations o
    where l.token_hash = $1 and l.revoked_at is null and l.expires_at > $2
      and o.id = l.organization_id and o.disabled_at is null
   returning l.id, l.organization_id, o.name as organization_name, o.kind as organization_kind, l.usdot_number, l.expires_at`,
);

/** What a secret opens. One that was never made, has expired or was revoked opens nothing. */
export async function openLink(db: Db, token: string, now: Date): Promise<OpenedLink> {
  const hash = sha256(token);
  const source = `carrier link ${hash.toString('hex')}`;
  const link = await db.row<OpenedLink>(open, [hash, now]);
  if (link === null) throw new AppError('forbidden', 'The link is not valid, has expired or was revoked.');
  if (!(await isWithinRate(db, { source, limit: REQUEST_LIMIT })))
    throw new AppError('too_many', 'Too many requests with this link. Retry later.', {
      retryAfterSeconds: 60,
    });
  return link;
}
