import type { Carrier } from '../country/carrier.ts';
import { demoCountry, FIRST_USDOT } from '../country/country.ts';
import { type FraudPlan, planFraud } from '../country/fraud/plan.ts';

/** Two cases of fraud for each signal, and one of each kind of honest carrier that looks like one. */
export const demoFraud = { perSignal: 2, perHonestCase: 1 };

export const demoPlan: FraudPlan = planFraud(demoCountry, demoFraud);

const planted = new Set(demoPlan.cases.map(({ usdot }) => usdot));

/** Whether the carrier has a part in a case, which has sightings of its own. */
export const isPlanted = (index: number): boolean => planted.has(FIRST_USDOT + index);

export const demoCarrier = (index: number): Carrier => demoPlan.carrier(index);
