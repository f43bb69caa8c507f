import { isIP } from 'node:net';
import { isEmail } from '../lib/email.ts';
import { messageOf } from '../lib/errors.ts';
import { type BlobLocation, blobLocation } from './blob-location.ts';
import type { Env } from './env.ts';
import type { VariableName } from './variables.ts';

/** Headers that every delivery has. */
const RESERVED_HEADERS =
  /^(webhook-.*|traceparent|host|connection|accept.*|user-agent|content-.*|transfer-encoding|expect|upgrade)$/i;

/** Reads values of the environment. An invalid value is added to `problems`, and the default is returned. */
export function reader(env: Env, problems: string[]) {
  const bad = (name: VariableName, expected: string) => problems.push(`${name} must be ${expected}`);
  return {
    oneOf<T extends string>(name: VariableName, allowed: readonly T[], fallback: T): T {
      const value = env[name] ?? fallback;
      const found = allowed.find((option) => option === value);
      if (found === undefined) bad(name, `one of ${allowed.join(', ')}, not ${JSON.stringify(value)}`);
      return found ?? fallback;
    },
    integer(name: VariableName, fallback: number, min: number, max: number): number {
      const value = env[name];
      if (value === undefined) return fallback;
      const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
      if (number >= min && number <= max) return number;
      bad(name, `an integer from ${min} to ${max}, not ${JSON.stringify(value)}`);
      return fallback;
    },
    /** The value is not shown, because the URL may contain a password. */
    url(name: VariableName, protocols: string[]): string | null {
      const value = env[name];
      if (value === undefined) return null;
      if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value;
      bad(name, `a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`);
      return null;
    },
    /** PostgreSQL also accepts `postgres://user@/database?host=/socket/folder`, which is not a valid URL. */
    databaseUrl(name: VariableName): string | null {
      const value = env[name];
      if (value !== undefined && !/^postgres(ql)?:\/\//.test(value))
        bad(name, 'a URL that starts with postgres://');
      return value ?? null;
    },
    /** Pairs of `host:port`, or `coordinator`. */
    nodes(name: VariableName): { isDirect: boolean; reachedAt: Map<string, string> } {
      const value = env[name];
      if (value === 'coordinator') return { isDirect: false, reachedAt: new Map() };
      const pairs = (value?.split(',') ?? []).map((pair) => pair.trim().split('='));
      const isNode = (node: string) => /^[^\s=,]+:\d{1,5}$/.test(node);
      if (!pairs.every((pair) => pair.length === 2 && pair.every(isNode)))
        bad(name, '`coordinator`, or pairs like worker1:5432=10.0.0.5:5432 with commas between them');
      return { isDirect: true, reachedAt: new Map(pairs as [string, string][]) };
    },
    blobs(name: VariableName, dataDir: string): BlobLocation {
      try {
        return blobLocation(env[name], dataDir);
      } catch (error) {
        bad(name, messageOf(error));
        return blobLocation(undefined, dataDir);
      }
    },
    secret(name: VariableName, minLength: number): string | null {
      const value = env[name];
      if (value !== undefined && (value.length < minLength || /\s/.test(value))) {
        bad(name, `at least ${minLength} characters long and contain no spaces`);
      }
      return value ?? null;
    },
    /** Several keys are separated by commas. */
    keys(name: VariableName, minLength: number): string | null {
      const value = env[name];
      if (value?.split(',').some((key) => key.length < minLength || /\s/.test(key))) {
        bad(name, `at least ${minLength} characters long and contain no spaces (each key of \`new,old\`)`);
      }
      return value ?? null;
    },
    email(name: VariableName, fallback: string): string {
      const value = env[name] ?? fallback;
      if (!isEmail(value)) bad(name, `an email address, not ${JSON.stringify(value)}`);
      return value;
    },
    headerName(name: VariableName, fallback: string): string {
      const value = env[name] ?? fallback;
      if (!/^[A-Za-z][A-Za-z0-9-]{0,63}$/.test(value) || RESERVED_HEADERS.test(value)) {
        bad(name, 'a header name of letters, digits and dashes that no delivery uses already');
      }
      return value;
    },
    ratio(name: VariableName, fallback: number): number {
      const value = env[name];
      if (value === undefined) return fallback;
      if (/^(0|1|[01]?\.\d+)$/.test(value) && Number(value) <= 1) return Number(value);
      bad(name, `a number from 0 to 1, not ${JSON.stringify(value)}`);
      return fallback;
    },
    /** The values are not shown, because they may contain credentials. */
    headers(name: VariableName): Record<string, string> {
      const pairs = (env[name] ?? '').split(',').filter((pair) => pair.trim() !== '');
      const found = pairs.map((pair) => /^\s*([A-Za-z][A-Za-z0-9-]*)=(.*?)\s*$/.exec(pair));
      if (found.includes(null)) bad(name, 'a list of name=value, separated by commas');
      try {
        return Object.fromEntries(found.map((one) => [one?.[1] ?? '', decodeURIComponent(one?.[2] ?? '')]));
      } catch {
        bad(name, 'percent-encoded');
        return {};
      }
    },
    hostsWithPorts(name: VariableName): string[] {
      const hosts = (env[name] ?? '').split(',').map((part) => part.trim().toLowerCase());
      const wrong = hosts.filter((host) => host !== '' && URL.parse(`https://${host}`)?.host !== host);
      if (wrong.length > 0) bad(name, `host names, not ${wrong.join(', ')}`);
      return hosts.filter((host) => host !== '');
    },
    addresses(name: VariableName): string[] {
      const addresses = listOf(env[name]);
      const wrong = addresses.filter((part) => isIP(part.split('/')[0] ?? '') === 0);
      if (wrong.length > 0) bad(name, `IP addresses or CIDR ranges, not ${wrong.join(', ')}`);
      return addresses;
    },
    origins(name: VariableName): string[] {
      const origins = listOf(env[name]);
      const isOrigin = (text: string) => /^https?:/.test(text) && URL.parse(text)?.origin === text;
      const wrong = origins.filter((text) => !isOrigin(text));
      if (wrong.length > 0) bad(name, `origins such as https://app.example, not ${wrong.join(', ')}`);
      return origins;
    },
    hosts(name: VariableName): string[] {
      const entries = listOf(env[name]).map((entry) => entry.toLowerCase());
      const wrong = entries.filter((entry) => !isAddressRange(entry) && !HOST_NAME.test(entry));
      if (wrong.length > 0) bad(name, `IP addresses, CIDR ranges or host names, not ${wrong.join(', ')}`);
      return entries;
    },
  };
}

/** The last label of a name has a letter, so that a mistyped address is not a name. */
const HOST_NAME = /^([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9-]{0,62}[a-z][a-z0-9-]{0,62}$/;

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
