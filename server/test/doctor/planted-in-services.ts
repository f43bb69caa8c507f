import { startMailServer } from '../support/notifications/mail-server.ts';
import { selfSigned } from '../support/notifications/self-signed.ts';
import {
  failed,
  type Misconfiguration,
  startMailServerWith,
  startReadOnlyS3,
  startWebServer,
  warning,
} from './installation.ts';

/** Everything outside the machine but the database, and the settings about it. */
export function plantedInServices(s3Host: string): Record<string, Misconfiguration> {
  return {
    'a blob store that does not run': {
      ...failed('blobs'),
      says: /ECONNREFUSED/,
      fix: /Start the blob store/,
      env: { BLOB_URL: 's3://k:s@127.0.0.1:1/pictures?tls=false' },
    },
    'a bucket that does not exist': {
      ...failed('blobs'),
      says: /NoSuchBucket/,
      fix: /Create the bucket/,
      env: { BLOB_URL: `s3://S3RVER:S3RVER@${s3Host}/nothing?tls=false` },
    },
    'wrong credentials of the blob store': {
      ...failed('blobs'),
      says: /403 SignatureDoesNotMatch/,
      fix: /access key and secret in BLOB_URL/,
      env: { BLOB_URL: `s3://S3RVER:wrong@${s3Host}/pictures?tls=false` },
    },
    'a blob store that can be read but not written': {
      ...failed('blobs'),
      says: /PUT responded 403 AccessDenied/,
      fix: /PutObject/,
      env: async () => {
        const host = await startReadOnlyS3(`http://${s3Host}`);
        return { BLOB_URL: `s3://S3RVER:S3RVER@${host}/pictures?tls=false` };
      },
    },
    'no BLOB_URL': {
      ...failed('blobs'),
      says: /BLOB_URL is not set/,
      fix: /Set BLOB_URL/,
      env: { BLOB_URL: '' },
    },
    'a blob folder that does not exist': {
      ...failed('blobs'),
      says: /\/nowhere\/images does not exist/,
      fix: /Mount it, or create it/,
      env: { BLOB_URL: 'file:///nowhere/images' },
    },
    'a blob folder that cannot be written': {
      ...failed('blobs'),
      says: /EACCES|EPERM|EROFS/,
      fix: /Let the user of the service write/,
      // Nobody may write there, root included.
      env: { BLOB_URL: 'file:///sys/kernel' },
    },
    'a misspelled setting': {
      ...warning('setting names'),
      says: /DATABSE_POOL_SIZE is not a setting; DATABASE_POOL_SIZE is/,
      fix: /docs\/config\.md/,
      env: { DATABSE_POOL_SIZE: '20' },
    },
    'an http PUBLIC_URL that nobody listens at': {
      ...warning('public url'),
      says: /cannot be reached.*PUBLIC_URL is http/,
      fix: /https URL/,
      env: { PUBLIC_URL: 'http://127.0.0.1:1' },
    },
    'a mail server that does not run': {
      ...failed('mail'),
      says: /ECONNREFUSED/,
      fix: /host, port/,
      env: { SMTP_URL: 'smtp://127.0.0.1:1' },
    },
    'a wrong mail password': {
      ...failed('mail'),
      says: /Invalid login/,
      fix: /user and password in SMTP_URL/,
      env: async () => ({
        SMTP_URL: `smtp://u:wrong@${await startMailServerWith({ allowInsecureAuth: true, disabledCommands: ['STARTTLS'] })}`,
        SMTP_TLS: 'optional',
      }),
    },
    'a mail server without TLS': {
      ...failed('mail'),
      says: /STARTTLS/,
      fix: /smtps:\/\//,
      env: async () => ({ SMTP_URL: (await startMailServer()).url }),
    },
    'a mail server with an untrusted certificate': {
      ...failed('mail'),
      says: /self.signed/,
      fix: /certificate/,
      env: async () => ({
        SMTP_URL: `smtp://u:right@${await startMailServerWith({ ...selfSigned('127.0.0.1') })}`,
      }),
    },
    'the example address as the sender': {
      ...failed('mail sender'),
      says: /milepost@milepost\.example/,
      fix: /Set MAIL_FROM/,
      env: { MAIL_FROM: '' },
    },
    'no PUBLIC_URL': {
      ...failed('public url'),
      says: /is not set/,
      fix: /Set PUBLIC_URL to the https URL/,
      env: { PUBLIC_URL: '' },
    },
    'a PUBLIC_URL that nobody listens at': {
      ...warning('public url'),
      says: /cannot be reached.*ECONNREFUSED/,
      fix: /DNS/,
      env: { PUBLIC_URL: 'http://127.0.0.1:1' },
    },
    'a PUBLIC_URL of another web server': {
      ...failed('public url'),
      says: /status 404, not like Milepost/,
      fix: /reverse proxy/,
      env: async () => ({ PUBLIC_URL: `http://${await startWebServer(404)}` }),
    },
    'a PUBLIC_URL of another installation': {
      ...failed('public url'),
      says: /is another installation/,
      fix: /PUBLIC_URL/,
      env: { LINK_SECRET: 'x'.repeat(40) },
    },
    'an http PUBLIC_URL': {
      ...warning('public url'),
      says: /PUBLIC_URL is http/,
      fix: /https/,
    },
    'no METRICS_TOKEN': {
      ...warning('metrics token'),
      says: /only this machine can read/,
      fix: /openssl rand/,
      env: { METRICS_TOKEN: '' },
    },
    'a proxy that is not trusted': {
      ...warning('trusted proxies'),
      says: /no proxy is trusted/,
      fix: /Set TRUSTED_PROXIES/,
      env: { PUBLIC_URL: 'https://127.0.0.1:1' },
    },
    'trust in every address': {
      ...failed('trusted proxies'),
      says: /0\.0\.0\.0\/0 trusts almost every client/,
      fix: /Set TRUSTED_PROXIES/,
      env: { TRUSTED_PROXIES: '10.0.0.5,0.0.0.0/0' },
    },
    'a recognizer that does not run': {
      ...failed('recognizer'),
      says: /cannot be reached: .*ECONNREFUSED/,
      fix: /RECOGNIZER_URL/,
      env: { RECOGNIZER_URL: 'http://127.0.0.1:1/read' },
    },
  };
}
