import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { readEnv } from '../../src/config/env.ts';
import { decideSettings } from '../../src/config/settings.ts';
import { closing } from '../support/closing.ts';
import { temporaryFolder } from '../support/milepost.ts';
import { selfSigned } from '../support/notifications/self-signed.ts';

const SCRIPT = join(import.meta.dirname, '../support/notifications/send-one-email.ts');
const certificate = selfSigned('localhost');
const trusted = join(await temporaryFolder(), 'ca.pem');
await writeFile(trusted, certificate.cert);

/** A mail server that reports whether each email came over TLS. */
async function startServer(options: SMTPServerOptions) {
  const secured: boolean[] = [];
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    ...options,
    onData(stream, session, done) {
      secured.push(session.secure);
      stream.resume();
      stream.on('end', () => done());
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { url: `smtp://localhost:${(server.server.address() as AddressInfo).port}`, secured };
}

async function send(url: string, tls: string, env: Record<string, string> = {}) {
  const options = { env: { PATH: process.env.PATH, ...env } };
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, url, tls], options);
  return JSON.parse(stdout) as { kind: string; reason?: string };
}

test('with SMTP_TLS=required, nothing is sent to a server without TLS', async () => {
  const { url, secured } = await startServer({ disabledCommands: ['STARTTLS'] });
  const outcome = await send(url, 'required');
  assert.equal(outcome.kind, 'later');
  assert.match(outcome.reason ?? '', /STARTTLS/);
  assert.deepEqual(secured, []);
  assert.equal((await send(url, 'optional')).kind, 'sent');
  assert.deepEqual(secured, [false]);
});

test('with SMTP_TLS=required, an email is sent over STARTTLS only if the certificate is valid', async () => {
  const { url, secured } = await startServer(certificate);
  const refused = await send(url, 'required');
  assert.equal(refused.kind, 'later');
  assert.match(refused.reason ?? '', /self.signed/);
  assert.deepEqual(await send(url, 'required', { NODE_EXTRA_CA_CERTS: trusted }), { kind: 'sent' });
  assert.deepEqual(secured, [true]);
});

test('TLS is required in production and optional in local mode, unless set', () => {
  const tls = (env: Record<string, string>) => decideSettings(readEnv(env)).mail.tls;
  assert.equal(tls({ MILEPOST_MODE: 'production' }), 'required');
  assert.equal(tls({ MILEPOST_MODE: 'production', SMTP_TLS: 'optional' }), 'optional');
  assert.equal(tls({}), 'optional');
  assert.throws(() => tls({ SMTP_TLS: 'off' }), /SMTP_TLS must be one of required, optional/);
});
