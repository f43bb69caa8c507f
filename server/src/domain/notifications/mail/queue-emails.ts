import { randomUUID } from 'node:crypto';
import type { Role } from '../../../contract/roles.ts';
import type { Transaction } from '../../../db/database.ts';
import { hashedUuid } from '../../../lib/bytes/hash.ts';
import { isEmail } from '../../../lib/email.ts';
import { findLegalNames } from '../../federal/legal-names.ts';
import { findTimezone } from '../../identity/organization-store.ts';
import { listUsers } from '../../identity/user-store.ts';
import type { FiredMatch, Firing } from '../firing.ts';
import { findOrganizationName, requestConfirmations } from './confirmations.ts';
import { digestContent, shownMatches } from './content.ts';
import { insertMails, type MailPolicy } from './mail-store.ts';

const LONGEST_SUBJECT = 150;

/**
 * Queues one email per address, because each address has its own unsubscribe link and can bounce separately. Returns their
 * ids. An address that unsubscribed or is suppressed gets none, although its id is among them.
 */
export async function queueDigest(tx: Transaction, firing: Firing, policy: MailPolicy): Promise<string[]> {
  const { alert, matches } = firing;
  const addresses = new Map(
    [alert.email, ...alert.cc_emails].filter(isEmail).map((address) => [address.toLowerCase(), address]),
  );
  if (addresses.size === 0) return [];
  const timezone = await findTimezone(tx, alert.organizationId);
  const content = digestContent(firing, timezone, await findCarrierNames(tx, shownMatches(matches)));
  const count = matches.length === 1 ? '1 sighting' : `${matches.length} sightings`;
  const mails = [...addresses].map(([key, address]) => ({
    id: hashedUuid(firing.id, 'mail', key),
    organizationId: alert.organizationId,
    firingId: firing.id,
    alertId: alert.id,
    address,
    subject: headerText(`${count}: ${alert.alert_name}`),
    kind: 'digest' as const,
    content,
    traceparent: firing.traceparent,
  }));
  await insertMails(tx, mails, policy);
  if (policy.confirmRecipients) await queueConfirmations(tx, firing.id, alert.organizationId, policy);
  return mails.map(({ id }) => id);
}

/** Legal names of carriers that were inferred; the name of a carrier that was read is stored with its match. */
function findCarrierNames(tx: Transaction, matches: FiredMatch[]): Promise<Map<number, string>> {
  const unnamed = matches.flatMap(({ sighting: { usdot_number, carrier_name } }) =>
    usdot_number > 0 && carrier_name === undefined ? [usdot_number] : [],
  );
  return findLegalNames(tx, unnamed);
}

/** Asks addresses whose emails are held to confirm that they want them, at most once a week. */
export async function queueConfirmations(
  tx: Transaction,
  firingId: string,
  organizationId: number,
  policy: MailPolicy,
): Promise<void> {
  const requested = await requestConfirmations(tx, organizationId, firingId);
  if (requested.length === 0) return;
  const organization = await findOrganizationName(tx, organizationId);
  await insertMails(
    tx,
    requested.map((address) => ({
      id: randomUUID(),
      organizationId,
      firingId: null,
      alertId: null,
      address,
      subject: 'Confirm that you want to receive truck sighting alerts',
      kind: 'confirm_recipient',
      content: { organization_id: organizationId, organization },
    })),
    policy,
  );
}

export type DisabledWebhook = { id: string; organization_id: number; webhook_url: string };

/** Emails the organization's administrators that one of its webhooks was disabled. */
export function queueWebhookDisabled(
  tx: Transaction,
  { organization_id: organizationId, webhook_url }: DisabledWebhook,
  reason: string,
): Promise<void> {
  return queueNotice(tx, {
    ...{
      id: randomUUID(),
      organizationId,
      roles: ['admin'],
      subject: 'A webhook was disabled',
      now: new Date(),
    },
    lines: [
      `The webhook ${webhook_url} was disabled and no longer receives notifications.`,
      reason,
      'Pending deliveries are on hold. To send them, enable the webhook: PATCH /alerts/webhook/{webhook_id} with {"enabled": true}.',
    ],
  });
}

type Notice = {
  id: string;
  organizationId: number;
  /** Whoever has one of them is told. */
  roles: Role[];
  subject: string;
  lines: string[];
  now: Date;
};

/** One email for each person. */
export async function queueNotice(
  tx: Transaction,
  { id, organizationId, roles, subject, lines, now }: Notice,
): Promise<void> {
  const users = await listUsers(tx, organizationId);
  const told = users.filter(
    (user) => user.disabled_at === null && roles.some((role) => user.roles.includes(role)),
  );
  if (told.length === 0) return;
  await insertMails(
    tx,
    told.map(({ email }) => ({
      id: hashedUuid(id, 'mail', email.toLowerCase()),
      ...{ organizationId, firingId: null, alertId: null, address: email },
      subject: headerText(subject),
      kind: 'notice' as const,
      content: { lines },
    })),
    { confirmRecipients: false, now },
  );
}

/** Marks, embeddings, overrides and isolates of bidirectional text, and other characters that only change how text is shown. */
const INVISIBLE = /[\p{Bidi_Control}\u00ad\u200b\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]/gu;

/** One line without control characters, so that an alert's name can neither add headers nor reverse the text beside it. */
export function headerText(text: string): string {
  const line = text
    .replace(INVISIBLE, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const characters = [...line];
  return characters.length <= LONGEST_SUBJECT
    ? line
    : `${characters.slice(0, LONGEST_SUBJECT - 1).join('')}…`;
}
