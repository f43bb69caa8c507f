import { ORGANIZATION_KINDS } from '../../contract/admin/organization.ts';
import type { Db } from '../../db/database.ts';
import { invalid, type Problem } from '../../lib/errors.ts';
import { issueApiKey } from './api-keys.ts';
import { problem } from './problem.ts';
import type { Organization } from './records.ts';
import * as store from './store.ts';

export type NewOrganization = { name: string; kind: string; timezone?: string; isDemo?: boolean };

export const DEFAULT_TIMEZONE = 'America/Chicago';

/** Returns the organization and its first API key, which cannot be retrieved later. */
export async function createOrganization(
  db: Db,
  input: NewOrganization,
): Promise<Organization & { api_key: string }> {
  const timezone = input.timezone ?? DEFAULT_TIMEZONE;
  const problems: Problem[] = [];
  const name = input.name.trim();
  if (name === '' || name.length > 200)
    problems.push(problem('name', 'name must have 1 to 200 characters', input.name));
  const kind = ORGANIZATION_KINDS.find((known) => known === input.kind);
  if (!kind)
    problems.push(problem('kind', `kind must be one of ${ORGANIZATION_KINDS.join(', ')}`, input.kind));
  if (!isTimezone(timezone))
    problems.push(problem('timezone', 'timezone must be an IANA name such as America/Chicago', timezone));
  if (problems.length > 0 || !kind) throw invalid(problems);

  const organization = await store.insertOrganization(db, {
    name,
    kind,
    timezone,
    isDemo: input.isDemo ?? false,
  });
  const { api_key } = await issueApiKey(db, organization.organization_id, 'first key');
  return { ...organization, api_key };
}

export function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /^[A-Za-z]/.test(name);
  } catch {
    return false;
  }
}
