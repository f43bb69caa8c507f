import { SECTION_NAMES, type SectionName } from '../../../contract/profile.ts';
import type { Budget } from '../../../db/run-within.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Log } from '../../../lib/log.ts';
import { authorityHistory } from './authority-history.ts';
import { crashes } from './crashes.ts';
import { fleetAndDrivers } from './fleet-and-drivers.ts';
import { insurance } from './insurance.ts';
import { issBasics } from './iss-basics.ts';
import { oos } from './oos.ts';
import { operatingStatus } from './operating-status.ts';
import type { Section } from './section.ts';
import { vinDetails } from './vin-details.ts';
import { violations } from './violations.ts';

export const sections: { [Name in SectionName]: Section<Name> } = {
  operating_status: operatingStatus,
  authority_history: authorityHistory,
  oos,
  insurance,
  iss_basics: issBasics,
  violations,
  crashes,
  fleet_and_drivers: fleetAndDrivers,
  vin_details: vinDetails,
};

/** Each section and each read that several of them share has its own connections and deadline. */
export const BUDGETS = [
  ...SECTION_NAMES,
  ...(['known', 'scores', 'violation_rows', 'inspected', 'signals'] as const),
  ...(['archive', 'sources', 'loaded_files', 'broker_profile', 'facility_lanes'] as const),
] as const;

export type ProfileService = {
  budgets: Record<(typeof BUDGETS)[number], Budget>;
  clock: Clock;
  log: Log;
};
