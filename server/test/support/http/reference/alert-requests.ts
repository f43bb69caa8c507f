import { createWebhook } from '../../../../src/domain/notifications/manage-webhooks.ts';
import { type Customer, PASSWORD, type TestApi } from '../../api.ts';
import { startServer } from '../../start-server.ts';
import type { Case, SignIn } from './requests.ts';

const UNKNOWN = '6f2c0000-0000-4000-8000-000000000009';
const TOKEN_REQUESTS_PER_MINUTE = 10;

/** Requests for tokens and of the operations on webhooks and alerts. */
export async function alertCases(
  api: TestApi,
  customer: Customer,
  stranger: Customer,
  signedIn: SignIn,
): Promise<Record<string, () => Case[]>> {
  const { pool } = api.db;
  const { notifications } = api.services;
  const receiver = await startServer((_request, response) => response.end('thanks'));
  const webhook = async ({ organizationId }: Customer, webhook_url: string) =>
    (await createWebhook(notifications, organizationId, { webhook_url }, api.db)).id;
  const kept = await webhook(customer, `${receiver}/kept`);
  const gone = await webhook(customer, `${receiver}/gone`);
  const foreign = await webhook(stranger, `${receiver}/foreign`);
  // With this role alone, a user edits only alerts of their own.
  const editor = await api.app.inject({ url: '/auth/me', headers: await signedIn('edit-alert-endpoint') });
  const alert = async (organizationId: number, userId: number) => {
    const { rows } = await pool.query(
      `insert into alerts (organization_id, user_id, email, alert_type, disabled, alert_name)
       values ($1, $2, 'desk@example.com', 'hot', false, 'Desk') returning id`,
      [organizationId, userId],
    );
    return String(rows[0].id);
  };
  const own = await alert(customer.organizationId, editor.json().user_id);
  const others = await alert(stranger.organizationId, stranger.userId);
  const [member, throttled] = [await api.customer(), await api.customer()];
  const keyOf = ({ apiKey }: Customer) => ({ 'x-api-key': apiKey });
  const credentials = { email: member.email, password: PASSWORD };
  const withKey = keyOf(member);
  const wrong = { email: throttled.email, password: 'wrong' };
  const unknown: Case[] = [
    { name: 'an id that is no UUID', status: 400, path: 'nonsense' },
    { name: 'the webhook of another customer', status: 404, path: foreign },
    { name: 'an unknown webhook', status: 404, path: UNKNOWN },
  ];
  return {
    'POST /auth/token': () => [
      { name: 'credentials', status: 200, payload: credentials, headers: withKey },
      {
        ...{ name: 'credentials in the query', status: 400, query: 'email=a&password=b' },
        ...{ payload: credentials, headers: withKey },
      },
      { name: 'no password', status: 400, payload: { email: member.email }, headers: withKey },
      {
        ...{ name: 'a wrong password', status: 401, headers: withKey },
        payload: { ...credentials, password: 'wrong' },
      },
      { name: 'no API key', status: 403, payload: credentials, headers: {} },
      { name: 'a wrong API key', status: 403, payload: credentials, headers: { 'x-api-key': 'x' } },
      {
        ...{ name: 'an empty password', status: 422, headers: withKey },
        payload: { ...credentials, password: '' },
      },
      { name: 'no email address', status: 422, payload: { ...credentials, email: 'x' }, headers: withKey },
      {
        ...{ name: 'too many requests', status: 429, payload: wrong, headers: keyOf(throttled) },
        before: async () => {
          for (let i = 0; i < TOKEN_REQUESTS_PER_MINUTE; i++)
            await api.app.inject({
              method: 'POST',
              url: '/auth/token',
              headers: keyOf(throttled),
              payload: wrong,
            });
        },
      },
    ],
    'POST /alerts/webhook': () => [
      {
        ...{ name: 'a URL', status: 201 },
        payload: {
          webhook_url: 'https://customer.example/new',
          secret: 'sixteen characters',
          description: 'Desk',
        },
      },
      { name: 'a registered URL', status: 400, payload: { webhook_url: 'https://customer.example/new' } },
      {
        ...{ name: 'a short secret', status: 400 },
        payload: { webhook_url: 'https://customer.example/2', secret: 'short' },
      },
      { name: 'no HTTPS', status: 400, payload: { webhook_url: 'http://customer.example/3' } },
      { name: 'no URL', status: 400, payload: {} },
    ],
    'PATCH /alerts/webhook/{webhook_id}': () => [
      { name: 'another description', status: 200, path: kept, payload: { description: 'x', enabled: true } },
      { name: 'an unknown key', status: 400, path: kept, payload: { alert_type: 'hot' } },
      ...unknown,
    ],
    'GET /alerts/webhook': () => [{ name: 'all', status: 200 }],
    'DELETE /alerts/webhook/{webhook_id}': () => [{ name: 'a webhook', status: 200, path: gone }, ...unknown],
    'POST /alerts/webhook/test': () => [
      { name: 'a webhook', status: 200, payload: { webhook_id: kept } },
      { name: 'all webhooks', status: 200, payload: {} },
      { name: 'a URL without a secret', status: 400, payload: { webhook_url: `${receiver}/x` } },
      { name: 'the webhook of another customer', status: 404, payload: { webhook_id: foreign } },
    ],
    'PATCH /alerts/{id}': () => [
      {
        ...{ name: 'several fields', status: 200, path: own },
        payload: {
          alert_name: 'Night desk',
          trailer_number: 'T1001',
          location_state: 'Texas',
          end_date: '2027-01-01',
        },
      },
      { name: 'its email', status: 400, path: own, payload: { email: 'other@example.com' } },
      { name: 'an invalid criterion', status: 400, path: own, payload: { vin: 'short' } },
      { name: 'an id that is no number', status: 400, path: 'nonsense' },
      { name: 'the alert of another customer', status: 404, path: others },
      { name: 'an unknown alert', status: 404, path: '2147483647' },
    ],
  };
}
