/** Compiled as an ES module and as CommonJS against the installed package. */
import {
  type Alert,
  ApiError,
  type CarrierProfile,
  type CreateAlert,
  createClient,
  type MatchEvent,
  type Observation,
  type Problem,
  type Role,
  roleMeanings,
  type WebhookEvent,
} from '@milepost/sdk';
import { verifyWebhook } from '@milepost/sdk/webhooks';

const client = createClient({ baseUrl: 'http://localhost:8080', apiKey: 'mp_x', timeoutMs: 5_000 });

export async function alerts(): Promise<Alert[]> {
  const body: CreateAlert = { email: 'a@b.example', alert_type: 'hot', disabled: false, alert_name: 'A' };
  const { id } = await client.createAlert({ body });
  const alert: Alert = await client.getAlert({ path: { id } });
  // @ts-expect-error the ID is a number
  await client.getAlert({ path: { id: 'x' } });
  // @ts-expect-error the alert type has two values
  await client.createAlert({ body: { ...body, alert_type: 'cold' } });
  return [alert, ...(await client.listAlerts()).alerts];
}

export async function observations(): Promise<Observation[]> {
  const page = await client.listCarrierObservations({ query: { usdot_number: '1', page: 2 } });
  return 'observations' in page ? page.observations : page.carriers.flatMap((entry) => entry.observations);
}

export async function streams(signal: AbortSignal): Promise<void> {
  for await (const profile of client.listCarrierProfiles({ query: { usdot_number: '1,2' }, signal })) {
    const typed: CarrierProfile = profile;
    // @ts-expect-error the section may be null
    typed.oos.iss_score;
  }
  for await (const event of client.followMatches({ lastEventId: 41, signal })) {
    const { match_id, sighting }: MatchEvent = event;
    const text: string = `${match_id} ${sighting.usdot_number}`;
    // @ts-expect-error the ID is a number
    const wrong: string = match_id;
    if (text === wrong) break;
  }
}

export async function image(image_id: string): Promise<ArrayBuffer> {
  const query = { expires: '1', signature: 's' };
  return (await client.getImageContent({ path: { image_id }, query })).arrayBuffer();
}

export async function images(): Promise<string[]> {
  const ids: string[] = [];
  for await (const image of client.iterate('listImages', { query: { page_size: 5 } }))
    ids.push(image.image_id);
  for await (const seen of client.iterate('listCarrierObservations', { query: { usdot_number: '1' } })) {
    const observation: Observation = seen;
    ids.push(observation.time_captured);
  }
  // @ts-expect-error not a list
  client.iterate('whoAmI');
  // @ts-expect-error the ID of the alert is missing
  client.iterate('listMatches');
  return ids;
}

export async function problems(): Promise<Problem[]> {
  try {
    const roles: Role[] = (await client.request('GET', '/auth/me')).roles;
    for (const role of roles) roleMeanings[role].trim();
    return [];
  } catch (error) {
    if (!(error instanceof ApiError) || error.retryAfterSeconds === null) throw error;
    const status: number = error.status;
    return status === 429 ? [] : error.problems;
  }
}

export async function receive(body: string, signature: string | string[] | undefined): Promise<number> {
  const event: WebhookEvent = await verifyWebhook({ body, signature, secret: 's' });
  return event.event === 'alert.matches_found' ? event.matches.length : 0;
}
