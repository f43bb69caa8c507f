import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { request } from 'undici';
import { openBlobs } from '../../adapters/blobs/open-blobs.ts';
import { checkSmtp } from '../../adapters/mail/smtp-mailer.ts';
import { findSecrets } from '../../config/secret-file.ts';
import type { Settings } from '../../config/settings.ts';
import { contentPath } from '../../domain/images/signed-image-links.ts';
import { closing } from '../../lib/async/closing.ts';
import { keyring } from '../../lib/bytes/keyring.ts';
import { codeOf, messageOf } from '../../lib/errors.ts';
import { signedLinks } from '../../lib/signed-links.ts';
import {
  type Check,
  DEADLINE_MS,
  failed,
  type OfflineSubject,
  ok,
  problemIn,
  type Result,
  warning,
} from './check.ts';

const REQUEST_MS = DEADLINE_MS / 2;
/** A range with a shorter prefix covers a large part of the Internet. */
const WIDEST_PREFIX = { 4: 8, 6: 16 };

/** Everything outside this machine but the database, and the settings about it. */
export const serviceChecks: Check<OfflineSubject>[] = [
  {
    name: 'public url',
    why: 'Links in responses, webhooks and emails start with PUBLIC_URL. A wrong one sends customers elsewhere.',
    fix: 'Set PUBLIC_URL to the https URL at which customers reach the service.',
    run: ({ settings }) => checkPublicUrl(settings),
  },
  {
    name: 'setting names',
    why: 'A misspelled setting has no effect, and the default applies.',
    fix: 'Correct the names of the variables. docs/config.md lists all settings.',
    run: ({ settings: { misspelled } }) =>
      misspelled.length === 0
        ? ok('no misspelled names')
        : warning(misspelled.map(({ name, meant }) => `${name} is not a setting; ${meant} is`).join('; ')),
  },
  {
    name: 'trusted proxies',
    why: 'Sign-in limits count by client address. Without the right list, all clients share one limit, or clients can forge their address.',
    fix: 'Set TRUSTED_PROXIES to the addresses of the reverse proxy, such as 10.0.0.5 or 127.0.0.1.',
    run: ({ settings }) => checkProxies(settings),
  },
  {
    name: 'metrics token',
    why: 'Without METRICS_TOKEN, a monitoring server on another machine cannot read /metrics.',
    fix: 'Set METRICS_TOKEN to the output of: openssl rand -base64 32',
    run: ({ settings: { mode, http } }) =>
      mode === 'production' && http.metricsToken === null
        ? warning('METRICS_TOKEN is not set: only this machine can read /metrics')
        : ok(http.metricsToken === null ? 'only this machine can read /metrics' : 'set'),
  },
  {
    name: 'blobs',
    why: 'Without the blob store, no image is accepted, read or shown.',
    fix: 'Start the blob store, or fix BLOB_URL.',
    run: ({ settings }) => checkBlobs(settings),
  },
  {
    name: 'mail',
    why: 'Without a mail server, alert emails wait and are dropped after the last retry.',
    fix: 'Start the mail server, or fix SMTP_URL.',
    run: ({ settings }) => checkMail(settings),
  },
  {
    name: 'mail sender',
    why: 'Mail servers reject senders of domains that are not theirs.',
    fix: 'Set MAIL_FROM to an address of your domain, such as alerts@your-domain.',
    run: ({ settings: { mode, mail } }) =>
      mode === 'production' && /[@.]example(\.(com|net|org))?$|\.(test|invalid|localhost)$/i.test(mail.from)
        ? failed(`MAIL_FROM is the example address ${mail.from}`)
        : ok(mail.from),
  },
  {
    name: 'recognizer',
    why: 'Images are accepted but not read while the recognizer cannot be reached.',
    fix: 'Start the recognizer, or fix RECOGNIZER_URL. Without the setting, the built-in engine reads the images.',
    run: ({ settings }) => checkRecognizer(settings),
  },
];

async function checkPublicUrl(settings: Settings): Promise<Result> {
  const { mode, http } = settings;
  if (http.publicUrl === null)
    return mode === 'production'
      ? failed('PUBLIC_URL is not set; serve and work do not start without it')
      : ok('not set: links point to localhost');
  // Only a service with the same LINK_SECRET answers a signed link to a missing image with 404.
  const secrets = await findSecrets(settings);
  const links = signedLinks(secrets?.LINK_SECRET ?? keyring(randomUUID()));
  const path = links.sign(contentPath(randomUUID()), new Date(Date.now() + 60_000));
  const answer = await get(http.publicUrl + path).catch(messageOf);
  const isPlain = mode === 'production' && http.publicUrl.startsWith('http:');
  if (typeof answer === 'string')
    return warning(
      `${http.publicUrl} cannot be reached from this machine: ${answer}${isPlain ? `; ${PLAIN}` : ''}`,
      `${isPlain ? 'Set PUBLIC_URL to an https URL. ' : ''}Check DNS, the certificate and the reverse proxy. Ignore this if only this machine cannot reach it.`,
    );
  const isMilepost = 'x-correlation-id' in answer.headers;
  if (!isMilepost || ![403, 404].includes(answer.status))
    return failed(`${http.publicUrl} responds with status ${answer.status}, not like Milepost`, PROXY_FIX);
  if (answer.status === 403)
    return failed(
      `${http.publicUrl} is another installation, or has another LINK_SECRET`,
      'Set PUBLIC_URL to the URL of this installation, and the same LINK_SECRET in all its processes.',
    );
  if (http.publicUrl.startsWith('https:')) return ok(http.publicUrl);
  return isPlain ? warning(PLAIN) : ok(PLAIN);
}

const PLAIN =
  'PUBLIC_URL is http: credentials and images are sent unencrypted, and nobody can sign in to the console';

const PROXY_FIX =
  'Fix PUBLIC_URL, or the reverse proxy: it must forward all paths to PORT of milepost serve.';

function checkProxies({ mode, http: { trustedProxies, publicUrl } }: Settings): Result {
  const wide = trustedProxies.filter((entry) => {
    const [address = '', prefix] = entry.split('/');
    const version = isIP(address);
    return prefix !== undefined && Number(prefix) < WIDEST_PREFIX[version === 6 ? 6 : 4];
  });
  if (wide.length > 0)
    return failed(`${wide.join(', ')} trusts almost every client to state its own address`);
  const isBehindProxy = mode === 'production' && publicUrl?.startsWith('https:');
  if (trustedProxies.length === 0 && isBehindProxy)
    return warning('PUBLIC_URL is https, so a proxy forwards the requests, but no proxy is trusted');
  return ok(trustedProxies.join(', ') || 'none');
}

/** Opening the store would create the folder: an unmounted disk would look like an empty one. */
export function isFolderMissing({ blobs, isBlobUrlSet }: Settings): boolean {
  return blobs.kind === 'files' && isBlobUrlSet && !existsSync(blobs.root);
}

async function checkBlobs(settings: Settings): Promise<Result> {
  const { mode, blobs, dataDir, isBlobUrlSet } = settings;
  if (mode === 'production' && !isBlobUrlSet)
    return failed(
      'BLOB_URL is not set; serve and work do not start without it',
      'Set BLOB_URL to file:///folder on a permanent disk, or to s3://key:secret@host/bucket.',
    );
  if (blobs.kind === 'files' && isFolderMissing(settings))
    return failed(
      `${blobs.root} does not exist`,
      `Mount it, or create it for the user of the service: install -d -m 0700 -o milepost -g milepost ${blobs.root}`,
    );
  const opened = await openBlobs(blobs, dataDir).catch((error: unknown) => error as Error);
  if (opened instanceof Error) return failed(messageOf(opened), blobFix(messageOf(opened)));
  await using store = closing(opened);
  try {
    await store.check();
    return ok(store.where);
  } catch (error) {
    const says = `${store.where}: ${messageOf(error)}`;
    return failed(says, blobFix(says));
  }
}

function blobFix(says: string): string | undefined {
  return BLOB_FIXES.find(([pattern]) => pattern.test(says))?.[1];
}

const BLOB_FIXES: [RegExp, string][] = [
  [
    /EACCES|EPERM|EROFS/,
    'Let the user of the service write to the folder of BLOB_URL: chown -R milepost:milepost',
  ],
  [
    /ENOSPC|EDQUOT/,
    'Free space on the disk of BLOB_URL, move it to a larger one, or shorten the retention: milepost org retention.',
  ],
  [/NoSuchBucket/, 'Create the bucket, or fix its name in BLOB_URL.'],
  [
    /InvalidAccessKeyId|SignatureDoesNotMatch/,
    'Fix the access key and secret in BLOB_URL (percent-encoded), and its region.',
  ],
  [/ 403/, 'Allow ListBucket, GetObject, PutObject and DeleteObject on the bucket for the key in BLOB_URL.'],
];

async function checkMail(settings: Settings): Promise<Result> {
  const { smtpUrl, tls } = settings.mail;
  if (smtpUrl === null) {
    const says = 'SMTP_URL is not set: emails are written to files';
    return settings.mode === 'production'
      ? warning(says, 'Set SMTP_URL=smtps://user:password@host')
      : ok(says);
  }
  const { hostname, protocol } = new URL(smtpUrl);
  try {
    await checkSmtp(smtpUrl, tls);
  } catch (error) {
    const says = `${hostname}: ${messageOf(error)}`;
    return failed(says, MAIL_FIXES[codeOf(error) ?? '']);
  }
  if (tls === 'optional' && protocol === 'smtp:' && !/^(localhost|127\.|\[::1\])/.test(hostname))
    return problemIn(
      settings,
      `${hostname} accepts the login; SMTP_TLS=optional sends emails without TLS if the server does not offer it`,
      'Remove SMTP_TLS=optional, or use smtps://.',
    );
  return ok(`${hostname} accepts the login`);
}

const UNREACHABLE =
  'Check host, port and certificate of the mail server; use smtps:// for port 465 and smtp:// for 587.';
const MAIL_FIXES: Record<string, string> = {
  ECONNREFUSED: UNREACHABLE,
  ECONNECTION: UNREACHABLE,
  ETIMEDOUT: UNREACHABLE,
  EDNS: UNREACHABLE,
  EAUTH: 'Fix the user and password in SMTP_URL (percent-encoded).',
  ETLS: 'Use smtps://, or a mail server with STARTTLS and a valid certificate. For a relay on this machine, set SMTP_TLS=optional.',
  ESOCKET: UNREACHABLE,
};

async function checkRecognizer({ recognition: { url } }: Settings): Promise<Result> {
  if (url === null) return ok('the built-in engine');
  // Any response shows that the recognizer runs; it need not support GET.
  await get(url).catch((error: unknown) => {
    throw new Error(`${new URL(url).origin} cannot be reached: ${messageOf(error)}`);
  });
  return ok(new URL(url).origin);
}

type Answer = { status: number; headers: Record<string, unknown> };

/** Not `fetch`, which refuses some ports. Redirects are not followed. */
async function get(url: string): Promise<Answer> {
  const { statusCode, headers, body } = await request(url, { signal: AbortSignal.timeout(REQUEST_MS) });
  await body.dump();
  return { status: statusCode, headers };
}
