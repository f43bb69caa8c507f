import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction, connect as netConnect, type Socket } from 'node:net';
import { rootCertificates, connect as tlsConnect } from 'node:tls';
import type { buildConnector } from 'undici';
import { withDeadline } from '../../lib/async/deadline.ts';
import { outboundError } from '../../lib/outbound.ts';
import type { AddressPolicy } from './address-policy.ts';
import { literalAddress } from './url-refusal.ts';

/** All addresses of a host name, or none. */
export type ResolveHost = (hostname: string) => Promise<string[]>;

/**
 * Queries the name servers directly. The system resolver would occupy threads of the pool that file I/O needs, and a
 * slow name server could block all of them.
 */
export function dnsResolver(timeoutMs: number): ResolveHost {
  return async (hostname) => {
    // Three attempts: a lost packet must not fail the lookup.
    const attemptMs = Math.floor(timeoutMs / 3);
    const resolver = new Resolver({ timeout: attemptMs, tries: 3, maxTimeout: attemptMs });
    // With several name servers, the queries would go on for much longer, and keep a process alive that has stopped.
    const timer = setTimeout(() => resolver.cancel(), timeoutMs);
    const results = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    clearTimeout(timer);
    return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  };
}

type ConnectOptions = {
  allows: AddressPolicy;
  resolve: ResolveHost;
  /** For the DNS lookup, and again for the connection with its TLS handshake. */
  connectTimeoutMs: number;
  /** Certificates to trust in addition to the usual ones. */
  ca?: string | undefined;
};

const MOST_ADDRESSES_TRIED = 8;

/** Connects only to the addresses that were checked: the socket gets them in place of a second DNS lookup (rebinding). */
export function guardedConnect(options: ConnectOptions): buildConnector.connector {
  return ({ hostname: bracketed, protocol, port }, callback) => {
    const hostname = bracketed.replace(/^\[|\]$/g, '');
    const target = { secure: protocol === 'https:', hostname, port };
    allowedAddresses(hostname, options)
      .then((addresses) => openSocket(target, addresses, options))
      .then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      );
  };
}

async function allowedAddresses(hostname: string, options: ConnectOptions): Promise<string[]> {
  const addresses = await addressesOf(hostname, options);
  if (addresses.length === 0) {
    throw outboundError('unresolved', 'The host name could not be resolved.', { hostname });
  }
  // One forbidden address rejects the host: it is misconfigured, or attempts DNS rebinding.
  const forbidden = addresses.filter((address) => !options.allows(address, hostname));
  if (forbidden.length > 0) throw forbiddenError(hostname, forbidden);
  return addresses.slice(0, MOST_ADDRESSES_TRIED);
}

async function addressesOf(hostname: string, options: ConnectOptions): Promise<string[]> {
  if (isIP(hostname) !== 0) return [hostname];
  if (literalAddress(hostname) !== null) return ['127.0.0.1', '::1'];
  const { resolve, connectTimeoutMs } = options;
  try {
    return await withDeadline(resolve(hostname), connectTimeoutMs, 'The DNS lookup');
  } catch (cause) {
    throw outboundError('unresolved', 'The host name could not be resolved.', {
      hostname,
      cause: String(cause),
    });
  }
}

type Target = { secure: boolean; hostname: string; port: string };

function openSocket(target: Target, addresses: string[], options: ConnectOptions): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = startSocket(target, addresses, options.ca);
  const timer = setTimeout(() => {
    socket.destroy(unreachable(target, `no connection within ${options.connectTimeoutMs} ms`));
  }, options.connectTimeoutMs);
  const fail = (error: Error & { code?: string }) => {
    clearTimeout(timer);
    reject(error.name === 'AppError' ? error : connectError(target, error));
  };
  socket.once('error', fail);
  socket.once(target.secure ? 'secureConnect' : 'connect', () => {
    clearTimeout(timer);
    const reached = socket.remoteAddress ?? '';
    if (options.allows(reached, target.hostname)) return resolve(socket);
    // A second safeguard: the socket was given only allowed addresses.
    socket.on('error', () => undefined).destroy();
    reject(forbiddenError(target.hostname, [reached]));
  });
  return promise;
}

function startSocket({ secure, hostname, port }: Target, addresses: string[], ca?: string): Socket {
  const list = addresses.map((address) => ({ address, family: isIP(address) }));
  const [first] = list;
  const lookup: LookupFunction = (_name, wanted, done) => {
    if (wanted.all) done(null, list);
    else done(null, first?.address ?? '', first?.family);
  };
  // A literal address skips `lookup`; it was checked before.
  const tcp = { host: hostname, port: Number(port) || (secure ? 443 : 80), lookup, autoSelectFamily: true };
  const socket = secure
    ? tlsConnect({
        ...tcp,
        servername: isIP(hostname) === 0 ? hostname : '',
        ALPNProtocols: ['http/1.1'],
        ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
      })
    : netConnect(tcp);
  return socket.setNoDelay(true).setKeepAlive(true, 60_000);
}

function connectError(target: Target, error: Error & { code?: string }): Error {
  const code = error.code ?? '';
  const aboutTrust = /CERT|SSL|TLS|SIGNED|ISSUER|ALTNAME/i.test(code);
  if (target.secure && aboutTrust) {
    const message = 'A secure connection to the host could not be established.';
    return outboundError('insecure', message, { hostname: target.hostname, code, cause: error.message });
  }
  return unreachable(target, code || error.message);
}

function unreachable({ hostname, port }: Target, cause: string): Error {
  return outboundError('unreachable', 'The host could not be reached.', { hostname, port, cause });
}

/** The same message as for a host that is down, so that callers cannot probe the private network. */
function forbiddenError(hostname: string, addresses: string[]): Error {
  return outboundError('forbidden_address', 'The host could not be reached.', { hostname, addresses });
}
