import { AwsV4Signer } from 'aws4fetch';
import { Agent, type Dispatcher } from 'undici';
import { type Clock, sleep, systemClock } from '../../lib/clock.ts';
import { messageOf } from '../../lib/errors.ts';

export type S3Access = { endpoint: string; region: string; accessKeyId: string; secretAccessKey: string };

type S3Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  path: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** Called for each attempt. */
  body?: () => Dispatcher.DispatchOptions['body'];
};

type S3Response = Dispatcher.ResponseData;

const ATTEMPTS = 3;
const PAUSE_MS = 150;
const TIMEOUT_MS = 30_000;

/** Signed path-style requests to an S3-compatible store. Temporary failures are retried. */
export class S3Client {
  readonly #access: S3Access;
  readonly #clock: Clock;
  readonly #agent = new Agent({
    connect: { timeout: 5_000 },
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    connections: 64,
  });
  /** Signing keys by day. */
  readonly #keys = new Map<string, ArrayBuffer>();

  constructor(access: S3Access, clock: Clock = systemClock) {
    this.#access = access;
    this.#clock = clock;
  }

  /** Returns any status below 500 except 429; the caller must read or dump the body. */
  async send(request: S3Request): Promise<S3Response> {
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#once(request).catch((error: unknown) => error as Error);
      if (!(outcome instanceof Error)) {
        if (outcome.statusCode < 500 && outcome.statusCode !== 429) return outcome;
        const text = await outcome.body.text();
        if (attempt === ATTEMPTS) throw s3Error(request.method, outcome.statusCode, text);
      } else if (attempt === ATTEMPTS) {
        throw new Error(`S3 ${request.method}: ${messageOf(outcome)}`, { cause: outcome });
      }
      await sleep(PAUSE_MS * attempt ** 2);
    }
  }

  /** The objects whose name starts with `prefix`. Version 1 of ListObjects, because every compatible store supports it. */
  async *list(bucket: string, prefix: string): AsyncGenerator<{ name: string; modifiedAt: Date }> {
    let marker: string | undefined;
    do {
      const query = { prefix, ...(marker === undefined ? {} : { marker }) };
      const response = await this.send({ method: 'GET', path: bucket, query });
      const text = await response.body.text();
      if (response.statusCode !== 200) throw s3Error('GET', response.statusCode, text);
      const isTruncated = element(text, 'IsTruncated') === 'true';
      marker = undefined;
      for (const [, entry = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const name = unescapeXml(element(entry, 'Key') ?? '');
        yield { name, modifiedAt: new Date(element(entry, 'LastModified') ?? '') };
        if (isTruncated) marker = name;
      }
    } while (marker !== undefined);
  }

  /** The names of the folders directly in `prefix`. */
  async folders(bucket: string, prefix: string): Promise<string[]> {
    const names: string[] = [];
    let marker: string | undefined;
    do {
      const query = { prefix, delimiter: '/', ...(marker === undefined ? {} : { marker }) };
      const response = await this.send({ method: 'GET', path: bucket, query });
      const text = await response.body.text();
      if (response.statusCode !== 200) throw s3Error('GET', response.statusCode, text);
      for (const [, entry = ''] of text.matchAll(/<CommonPrefixes>(.*?)<\/CommonPrefixes>/gs))
        names.push(unescapeXml(element(entry, 'Prefix') ?? '').slice(prefix.length, -1));
      const next = element(text, 'NextMarker');
      marker = element(text, 'IsTruncated') === 'true' && next ? unescapeXml(next) : undefined;
    } while (marker !== undefined);
    return names;
  }

  /** A URL that anyone may GET until it expires (at most 7 days). */
  async presign(path: string, seconds: number): Promise<string> {
    const url = this.#url(path, { 'X-Amz-Expires': String(Math.min(seconds, 604_800)) });
    const signer = new AwsV4Signer({ ...this.#signing(), url, method: 'GET', signQuery: true });
    return (await signer.sign()).url.href;
  }

  close(): Promise<void> {
    return this.#agent.close();
  }

  async #once({ method, path, query = {}, headers = {}, body }: S3Request): Promise<S3Response> {
    const signer = new AwsV4Signer({ ...this.#signing(), url: this.#url(path, query), method, headers });
    const signed = await signer.sign();
    return this.#agent.request({
      origin: signed.url.origin,
      path: signed.url.pathname + signed.url.search,
      method,
      headers: Object.fromEntries(signed.headers),
      body: body?.() ?? null,
    });
  }

  #signing() {
    const { region, accessKeyId, secretAccessKey } = this.#access;
    const datetime = this.#clock
      .now()
      .toISOString()
      .replace(/\.\d+|[:-]/g, '');
    return { region, accessKeyId, secretAccessKey, service: 's3', cache: this.#keys, datetime };
  }

  #url(path: string, query: Record<string, string>): string {
    const url = new URL(`${this.#access.endpoint}/${path.split('/').map(encodeURIComponent).join('/')}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url.href;
  }
}

/** `code` is the status and the code of the store: `403 RequestTimeTooSkewed`. */
export function s3Error(method: string, status: number, text: string): Error {
  const named = /<Code>([\w.]{1,60})<\/Code>/.exec(text)?.[1] ?? '';
  const code = `${status} ${named}`.trim();
  return Object.assign(new Error(`S3 ${method} responded ${code}`), { code });
}

export async function isMissing(response: S3Response): Promise<boolean> {
  if (response.statusCode !== 404) return false;
  await response.body.dump();
  return true;
}

export async function expectSuccess(method: string, response: S3Response): Promise<void> {
  const text = await response.body.text();
  if (response.statusCode >= 300) throw s3Error(method, response.statusCode, text);
}

function element(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    return String.fromCodePoint(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal));
  });
}
