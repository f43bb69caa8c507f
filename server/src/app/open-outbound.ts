import { publicOnly, publicOrLoopback } from '../adapters/outbound/address-policy.ts';
import { allowing } from '../adapters/outbound/allow-list.ts';
import { createOutbound } from '../adapters/outbound/create-outbound.ts';
import type { Settings } from '../config/settings.ts';
import type { Outbound } from '../lib/outbound.ts';

/** Requests to loopback addresses are allowed in local mode only. Only image downloads have an allow list. */
export function openOutbound({ mode }: Settings, allowList: readonly string[] = []): Outbound {
  const usual = mode === 'local' ? publicOrLoopback : publicOnly;
  return createOutbound({ allows: allowing(usual, allowList), userAgent: 'Milepost' });
}
