import type { ProfileService } from '../../carriers/profile/profile-service.ts';
import { findSignals } from '../../carriers/signals/read-signals.ts';
import { isOfRegisters } from '../../carriers/signals/signal-files.ts';
import type { SignalName } from '../../carriers/signals/signal-rules.ts';
import type { Common, SignalsInput } from './inputs.ts';

/** Columns of evidence that are about registers and days. Plates, VINs and contacts stay out of kept files. */
const KEPT = /^(source_(dataset|date)|(other_)?usdot_number|(\w+_)?(date|day|on|since)|dollars|required)$/;

/** The signals that a rule asks for. `isLicensed`: the organization may see carrier observations. */
export async function readAskedSignals(
  profile: ProfileService,
  usdotNumber: number,
  { day, files }: Pick<Common, 'day' | 'files'>,
  { asked, isLicensed }: { asked: readonly SignalName[]; isLicensed: boolean },
): Promise<SignalsInput> {
  const open = asked.filter((name) => isLicensed || isOfRegisters(name));
  const loaded = new Map(files.map(({ dataset, file_date }) => [dataset, file_date]));
  const found = await findSignals(profile, usdotNumber, open, { loaded, today: day });
  const { signals, not_judged, errors } = found;
  return {
    found: signals.map(({ name, title, severity, register_date, evidence_total, evidence }) => ({
      ...{ name, title, severity, register_date, evidence_total },
      evidence: evidence.map((row) =>
        Object.fromEntries(Object.entries(row).filter(([key]) => KEPT.test(key))),
      ),
    })),
    not_judged: [
      ...not_judged.map(({ name, reason }) => ({ name, reason })),
      ...Object.entries(errors ?? {}).map(([name, { message }]) => ({ name, reason: message })),
      ...asked
        .filter((name) => !open.includes(name))
        .map((name) => ({ name, reason: 'It needs the license for carrier observations.' })),
    ],
  };
}
