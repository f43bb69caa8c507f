import type { CarrierVerdict } from '../../../contract/signals.ts';
import type { ProfileService } from '../profile/profile-service.ts';
import { readProfile } from '../profile/read-profile.ts';
import { readSignals } from '../signals/read-signals.ts';
import { decideVerdict, VERDICT_SECTIONS } from './decide-verdict.ts';

type Query = { usdotNumber: number; asOf: string | null; mayReadSignals: boolean };

/** The verdict on a carrier today or on an earlier day. */
export async function readVerdict(
  service: ProfileService,
  { usdotNumber, asOf, mayReadSignals }: Query,
): Promise<CarrierVerdict> {
  const sections = { only: VERDICT_SECTIONS, withheld: new Set<never>() };
  const [profile, signals] = await Promise.all([
    readProfile(service, { usdotNumber, vin: null, asOf, sources: true, ...sections }),
    mayReadSignals ? readSignals(service, usdotNumber, asOf) : null,
  ]);
  return decideVerdict(profile, signals, asOf ?? service.clock.now().toISOString().slice(0, 10));
}
