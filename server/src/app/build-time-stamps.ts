import type { TimeStamps } from '../domain/signing/time-stamps.ts';
import { type Base, openOutbound } from './builder-base.ts';

/** The client of the authority in TIME_STAMP_URL, which may have a private address. */
export function buildTimeStamps({ settings, log }: Pick<Base, 'settings' | 'log'>): {
  timeStamps: TimeStamps | null;
  close(): Promise<void>;
} {
  const url = settings.timeStampUrl;
  if (url === null) return { timeStamps: null, close: async () => undefined };
  const outbound = openOutbound(settings, [new URL(url).hostname]);
  return { timeStamps: { url, outbound, log }, close: () => outbound.close() };
}
