import type { InjectOptions } from 'fastify';
import type { WaitingMail } from '../../../src/domain/notifications/mail/mail-queue.ts';
import { writeMail } from '../../../src/domain/notifications/mail/write-mail.ts';
import type { TestApi } from '../api.ts';

export type Headers = Record<string, string>;

/** Sends requests and returns the status and the body. */
export function requester({ app }: TestApi) {
  return async (method: string, url: string, headers: Headers = {}, body?: object, address = '192.0.2.7') => {
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers,
      remoteAddress: address,
      ...(body && { payload: body as NonNullable<InjectOptions['payload']> }),
    });
    return { status: response.statusCode, body: response.json(), headers: response.headers };
  };
}

/** The secret in the link of the last email to this address. */
export async function linkSecret({ db, services }: TestApi, address: string): Promise<string> {
  const { rows } = await db.pool.query<WaitingMail>(
    `select id as key, address, kind, subject, created_at, content from mails
      where address = $1 order by created_at desc limit 1`,
    [address],
  );
  const [mail] = rows;
  if (!mail) throw new Error(`no email to ${address}`);
  const { text } = await writeMail(services.notifications, mail);
  return /#([\w-]{43})/.exec(text)?.[1] ?? '';
}

/** The headers with which the console sends a request, from the response to a sign-in. */
export function sessionOf(signedIn: {
  headers: Record<string, unknown>;
  body: { csrf_token: string };
}): Headers {
  const [pair = ''] = String(signedIn.headers['set-cookie']).split(';');
  return { cookie: pair, 'x-csrf-token': signedIn.body.csrf_token };
}

export const accessToken = (pair: { access_token_data: { token: string } }): Headers => ({
  'access-token': pair.access_token_data.token,
});

/** Repeats a request until its status is the expected one: caches of credentials are cleared asynchronously. */
export async function becomes(expected: number, send: () => Promise<{ status: number }>): Promise<void> {
  for (let i = 0; ; i++) {
    const { status } = await send();
    if (status === expected) return;
    if (i === 500) throw new Error(`the status stays ${status} instead of ${expected}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
