import type { FastifyRequest } from 'fastify';
import type { Settings } from '../config/settings.ts';

/** The base of links in responses: the configured URL or the listening address, never the Host header of a request. */
export function baseUrl({ http }: Settings, { server }: FastifyRequest): string {
  if (http.publicUrl !== null) return http.publicUrl;
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : http.port;
  const host = typeof address === 'object' && address !== null ? address.address : http.host;
  const isWildcard = host === '0.0.0.0' || host === '::' || /^(127\.|::1$)/.test(host);
  return `http://${isWildcard ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
}
