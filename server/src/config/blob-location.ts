import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export type S3Location = {
  kind: 's3';
  /** `https://host:port`, without a path. */
  endpoint: string;
  bucket: string;
  /** Empty, or a path that ends with a slash. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Image links point to the bucket itself; customers must be able to reach it. */
  directLinks: boolean;
};

export type BlobLocation = { kind: 'files'; root: string } | S3Location;

/** Error messages are shown to the operator, so they never contain a part of the URL. */
export function blobLocation(url: string | undefined, dataDir: string): BlobLocation {
  if (url === undefined) return { kind: 'files', root: resolve(dataDir, 'blobs') };
  const parsed = URL.parse(url);
  if (parsed?.protocol === 'file:' && parsed.host === '')
    return { kind: 'files', root: fileURLToPath(parsed.href) };
  if (parsed?.protocol !== 's3:') throw new Error('file:///folder or s3://key:secret@host/bucket');
  const [bucket = '', ...prefix] = parsed.pathname.split('/').filter((part) => part !== '');
  const accessKeyId = decodeURIComponent(parsed.username);
  const secretAccessKey = decodeURIComponent(parsed.password);
  if (!accessKeyId || !secretAccessKey || !parsed.host || !bucket) {
    throw new Error(
      's3://key:secret@host:port/bucket/prefix?region=us-east-1, with key, secret, host and bucket',
    );
  }
  const unknown = [...parsed.searchParams.keys()].filter(
    (name) => !['region', 'tls', 'links'].includes(name),
  );
  if (unknown.length > 0)
    throw new Error(`without ${unknown.join(', ')}; the options are region, tls and links`);
  return {
    kind: 's3',
    endpoint: `${parsed.searchParams.get('tls') === 'false' ? 'http' : 'https'}://${parsed.host}`,
    bucket: decodeURIComponent(bucket),
    prefix: prefix.map((part) => `${decodeURIComponent(part)}/`).join(''),
    region: parsed.searchParams.get('region') ?? 'us-east-1',
    accessKeyId,
    secretAccessKey,
    directLinks: parsed.searchParams.get('links') === 'direct',
  };
}
