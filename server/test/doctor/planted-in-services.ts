import { startMailServer } from '../support/notifications/mail-server.ts';
import { selfSigned } from '../support/notifications/self-signed.ts';
import {
  type Misconfiguration,
  startMailServerWith,
  startReadOnlyS3,
  startWebServer,
} from './installation.ts';

/** Everything outside the machine but the database, and the settings about it. */
export function plantedInServices(s3Host: string): Misconfiguration[] {
  return [
    {
      planted: 'a blob store that does not run',
      check: 'blobs',
      state: 'failed',
      says: /ECONNREFUSED/,
      fix: /Start the blob store/,
      env: { BLOB_URL: 's3://k:s@127.0.0.1:1/pictures?tls=false' },
    },
    {
      planted: 'a bucket that does not exist',
      check: 'blobs',
      state: 'failed',
      says: /NoSuchBucket/,
      fix: /Create the bucket/,
      env: { BLOB_URL: `s3://S3RVER:S3RVER@${s3Host}/nothing?tls=false` },
    },
    {
      planted: 'wrong credentials of the blob store',
      check: 'blobs',
      state: 'failed',
      says: /403 SignatureDoesNotMatch/,
      fix: /access key and secret in BLOB_URL/,
      env: { BLOB_URL: `s3://S3RVER:wrong@${s3Host}/pictures?tls=false` },
    },
    {
      planted: 'a blob store that can be read but not written',
      check: 'blobs',
      state: 'failed',
      says: /PUT responded 403 AccessDenied/,
      fix: /PutObject/,
      plant: async () => {
        const host = await startReadOnlyS3(`http://${s3Host}`);
        return { BLOB_URL: `s3://S3RVER:S3RVER@${host}/pictures?tls=false` };
      },
    },
    {
      planted: 'a mail server that does not run',
      check: 'mail',
      state: 'failed',
      says: /ECONNREFUSED/,
      fix: /host, port/,
      env: { SMTP_URL: 'smtp://127.0.0.1:1' },
    },
    {
      planted: 'a wrong mail password',
      check: 'mail',
      state: 'failed',
      says: /Invalid login/,
      fix: /user and password in SMTP_URL/,
      plant: async () => ({
        SMTP_URL: `smtp://u:wrong@${await startMailServerWith({ allowInsecureAuth: true, disabledCommands: ['STARTTLS'] })}`,
        SMTP_TLS: 'optional',
      }),
    },
    {
      planted: 'a mail server without TLS',
      check: 'mail',
      state: 'failed',
      says: /STARTTLS/,
      fix: /smtps:\/\//,
      plant: async () => ({ SMTP_URL: (await startMailServer()).url }),
    },
    {
      planted: 'a mail server with an untrusted certificate',
      check: 'mail',
      state: 'failed',
      says: /self.signed/,
      fix: /certificate/,
      plant: async () => ({
        SMTP_URL: `smtp://u:right@${await startMailServerWith({ ...selfSigned('127.0.0.1') })}`,
      }),
    },
    {
      planted: 'the example address as the sender',
      check: 'mail sender',
      state: 'failed',
      says: /milepost@milepost\.example/,
      fix: /Set MAIL_FROM/,
      env: { MAIL_FROM: '' },
    },
    {
      planted: 'no PUBLIC_URL',
      check: 'public url',
      state: 'failed',
      says: /is not set/,
      fix: /Set PUBLIC_URL to the https URL/,
      env: { PUBLIC_URL: '' },
    },
    {
      planted: 'a PUBLIC_URL that nobody listens at',
      check: 'public url',
      state: 'warning',
      says: /cannot be reached.*ECONNREFUSED/,
      fix: /DNS/,
      env: { PUBLIC_URL: 'http://127.0.0.1:1' },
    },
    {
      planted: 'a PUBLIC_URL of another web server',
      check: 'public url',
      state: 'failed',
      says: /status 404, not like Milepost/,
      fix: /reverse proxy/,
      plant: async () => ({ PUBLIC_URL: `http://${await startWebServer(404)}` }),
    },
    {
      planted: 'a PUBLIC_URL of another installation',
      check: 'public url',
      state: 'failed',
      says: /is another installation/,
      fix: /PUBLIC_URL/,
      env: { LINK_SECRET: 'x'.repeat(40) },
    },
    {
      planted: 'an http PUBLIC_URL',
      check: 'public url',
      state: 'warning',
      says: /PUBLIC_URL is http/,
      fix: /https/,
    },
    {
      planted: 'no METRICS_TOKEN',
      check: 'metrics token',
      state: 'warning',
      says: /only this machine can read/,
      fix: /openssl rand/,
      env: { METRICS_TOKEN: '' },
    },
    {
      planted: 'a proxy that is not trusted',
      check: 'trusted proxies',
      state: 'warning',
      says: /no proxy is trusted/,
      fix: /Set TRUSTED_PROXIES/,
      env: { PUBLIC_URL: 'https://127.0.0.1:1' },
    },
    {
      planted: 'trust in every address',
      check: 'trusted proxies',
      state: 'failed',
      says: /0\.0\.0\.0\/0 trusts almost every client/,
      fix: /Set TRUSTED_PROXIES/,
      env: { TRUSTED_PROXIES: '10.0.0.5,0.0.0.0/0' },
    },
    {
      planted: 'a recognizer that does not run',
      check: 'recognizer',
      state: 'failed',
      says: /cannot be reached: .*ECONNREFUSED/,
      fix: /RECOGNIZER_URL/,
      env: { RECOGNIZER_URL: 'http://127.0.0.1:1/read' },
    },
  ];
}
