import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { imageId } from '../../../src/domain/images/image-id.ts';
import { insertImages } from '../../../src/domain/images/insert/insert-images.ts';
import { classFor } from '../../../src/domain/images/retention/retention-classes.ts';
import { customerRules } from '../../../src/domain/vetting/customer-rules.ts';
import { sha256 } from '../../../src/lib/bytes/hash.ts';
import type { Customer, TestApi } from '../api.ts';
import { checkedImage } from '../images/checked-image.ts';
import { ingestBody } from '../images/sample-images.ts';
import { PARAMETERS } from './parameters.ts';

/** One object of each kind that belongs to the customer, by the name of its path parameter. */
export async function objectsOf(api: TestApi, customer: Customer): Promise<Record<string, string>> {
  const { db } = api;
  const { organizationId, userId } = customer;
  const headers = await api.signIn(customer);
  const create = async (url: string, payload: object) => {
    const response = await api.app.inject({ method: 'POST', url, headers, payload });
    if (response.statusCode >= 300) throw new Error(response.body);
    return response.json().id as string | number;
  };
  const one = async (sql: string, values: unknown[]) => String((await db.pool.query(sql, values)).rows[0].id);
  const alertId = await create('/alerts', {
    email: 'desk@example.com',
    alert_type: 'hot',
    disabled: true,
    alert_name: 'Desk',
  });
  const { rows: matches } = await db.pool.query(
    `insert into alert_matches (alert_id, sighting_id, organization_id, matched_at, sighting)
     values ($1, 1, $2, now(), $3) returning match_id`,
    [
      alertId,
      organizationId,
      {
        usdot_number: 0,
        time_captured: new Date(),
        image_id: null,
        view_image_ids: null,
        source: 'camera-1',
      },
    ],
  );
  const webhookId = String(await create('/alerts/webhook', { webhook_url: 'https://customer.example/hook' }));
  const record = checkedImage(ingestBody('https://images.example/1.jpg'), new Date());
  const hash = sha256('an image');
  const image = imageId(classFor(365), organizationId, record, hash);
  await insertImages(db, [
    {
      ...{
        id: image,
        organizationId,
        record,
        sha256: hash,
        byteSize: 1,
        receivedAt: new Date(),
        force: true,
      },
      facts: { format: 'jpeg', width: 320, height: 200 },
    },
  ]);
  const deliveryId = await one(
    `insert into webhook_deliveries (id, webhook_id, fairness_key, organization_id, firing_id, alert_id, alert_name,
       total_matches, body)
     select $1, w.id, w.fairness_key, w.organization_id, $1, $3, 'Desk', 1, '{}' from webhooks w where w.id = $2
     returning id`,
    [randomUUID(), webhookId, alertId],
  );
  const mailId = await one(
    `insert into mails (id, organization_id, address, kind, subject, content)
     values ($1, $2, 'desk@example.com', 'digest', 'x', '{}') returning id`,
    [randomUUID(), organizationId],
  );
  const invitationId = await one(
    `insert into invitations (organization_id, email, roles, token_hash, expires_at)
     values ($1, 'new@example.com', '{}', $2, now() + interval '1 day') returning id`,
    [organizationId, sha256(randomUUID())],
  );
  const sessionId = await one(
    `insert into tokens (token_hash, user_id, purpose, expires_at)
     values ($1, $2, 'access', now() + interval '1 day') returning id`,
    [sha256(randomUUID()), userId],
  );
  const contactId = await one(
    `insert into onboarded_contacts (id, organization_id, usdot_number, name, source)
     values ($1, $2, 1234567, 'Dispatch', 'single') returning id`,
    [randomUUID(), organizationId],
  );
  const observationId = await one(
    `insert into mismatch_observations (id, organization_id, usdot) values ($1, $2, '1234567') returning id`,
    [randomUUID(), organizationId],
  );
  const checkId = await one(
    `insert into vetting_checks (id, organization_id, usdot_number, legal_name, day, result, rules_version, results, file, created_at)
     values ($1, $2, 1234567, 'X', '2026-11-18', 'PASS', '1-x', '[]', $3, now()) returning id`,
    [randomUUID(), organizationId, gzipSync('{}')],
  );
  const linkId = await one(
    `insert into carrier_links (id, organization_id, usdot_number, token_hash, created_at, expires_at)
     values ($1, $2, 1234567, $3, now(), now() + interval '1 day') returning id`,
    [randomUUID(), organizationId, sha256(randomUUID())],
  );
  const objectionId = await one(
    `insert into carrier_objections (id, organization_id, link_id, usdot_number, message, contact, created_at)
     values ($1, $2, $3, 1234567, 'Wrong', 'Pat', now()) returning id`,
    [randomUUID(), organizationId, linkId],
  );
  const facilityId = await one(
    `insert into facilities (id, organization_id, facility_name, formatted_address, latitude, longitude)
     values ($1, $2, 'Warehouse', 'Dallas, TX', 32.8, -96.8) returning id`,
    [randomUUID(), organizationId],
  );
  const watchlistId = String(await create('/watchlists', { name: 'Desk' }));
  await create(`/watchlists/${watchlistId}/carriers`, { usdot_numbers: ['1234567'] });
  const caseId = await one(
    `insert into cases (id, organization_id, kind, value, start_time, end_time, title, created_at)
     values ($1, $2, 'plate', 'ABC1234', now() - interval '1 day', now(), 'Theft', now()) returning id`,
    [randomUUID(), organizationId],
  );
  const decisionId = await one(
    `insert into carrier_decisions (id, organization_id, usdot_number, decision, created_at, created_by)
     values ($1, $2, 1234567, 'clear', now(), $3) returning id`,
    [randomUUID(), organizationId, userId],
  );
  const [rule] = await customerRules(db, organizationId);
  return {
    contact_id: contactId,
    observation_id: observationId,
    case_id: caseId,
    decision_id: decisionId,
    check_id: checkId,
    link_id: linkId,
    objection_id: objectionId,
    facility_id: facilityId,
    watchlist_id: watchlistId,
    customer_rule_id: rule?.id ?? '',
    id: String(alertId),
    match_id: String(matches[0].match_id),
    webhook_id: webhookId,
    delivery_id: deliveryId,
    image_id: image,
    mail_id: mailId,
    organization_id: String(organizationId),
    user_id: String(userId),
    api_key_id: await one('select min(id) as id from api_keys where organization_id = $1', [organizationId]),
    invitation_id: invitationId,
    session_id: sessionId,
    field: PARAMETERS.field ?? '',
    stage: PARAMETERS.stage ?? '',
    kind: PARAMETERS.kind ?? '',
    value: PARAMETERS.value ?? '',
  };
}
