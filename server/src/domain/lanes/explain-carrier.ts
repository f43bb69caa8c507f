import type { CarrierRecommendations } from '../../contract/brokers/carrier-recommendation.ts';
import { LANE_DAYS } from '../carriers/observations/check-lane.ts';
import { MAX_RECOMMENDATIONS } from './best-carriers.ts';
import type { Condition, LaneSearch } from './conditions.ts';
import { explanationOf, scoreOf } from './score-parts.ts';
import type { JudgedCarrier, LaneCarrier, LaneResult } from './search-lanes.ts';

type Explained = NonNullable<CarrierRecommendations['explained']>;

const UNKNOWN = {
  ...{ origin_days: 0, destination_days: 0, runs: 0, runs_back: 0, equipment_days: 0 },
  ...{ lane_points: 0, equipment_points: 0, company_points: 0 },
  ...{ authority_points: 0, insurance_points: 0, driver_points: 0, vehicle_points: 0 },
};

/** Whether a carrier is among the recommendations, and if not, every reason. */
export function explainCarrier(
  { found, judged }: LaneResult,
  lane: LaneSearch,
  usdotNumber: number,
): Explained {
  const isRecommended = found.some(({ usdot_number }) => usdot_number === usdotNumber);
  return {
    usdot_number: String(usdotNumber),
    is_recommended: isRecommended,
    carrier_score_scaled: judged === null ? 0 : scoreOf(judged),
    score: explanationOf(judged ?? UNKNOWN),
    reasons: isRecommended ? [] : reasonsOf(judged, lane, found),
  };
}

type Reason = (one: JudgedCarrier, lane: LaneSearch) => string;
const units = (count: number) => (count === 1 ? '1 power unit' : `${count} power units`);

/** In the order in which they are shown. */
const REASONS: Record<Condition, Reason> = {
  lane: ({ origin_days, destination_days }, { origin, destination }) => {
    const days = (count: number) => (count === 1 ? 'on 1 day' : `on ${count} days`);
    if (origin === null) return `It was not seen near the destination in the last ${LANE_DAYS} days.`;
    if (destination === null) return `It was not seen near the origin in the last ${LANE_DAYS} days.`;
    return `No run between the ends is known in the last ${LANE_DAYS} days: it was seen near the origin ${days(origin_days)} and near the destination ${days(destination_days)}, and not at one a few days after the other.`;
  },
  may_operate: () => 'Its USDOT number is not active, or it has an out-of-service order.',
  fleet_size: ({ power_units }, { fleet }) =>
    `Its fleet of ${units(power_units ?? 0)} is not between ${fleet.min} and ${fleet.max}.`,
  carried_cargo: () => 'It registered none of the kinds of cargo.',
  equipment_types: () => 'It was not seen near the ends with one of the types of equipment.',
  auth_months_min: ({ authority_since }, { authorityMonths }) =>
    authority_since === null
      ? 'It has no active common or contract authority of which the day is known.'
      : `Its authority is active since ${authority_since}, less than ${authorityMonths} months.`,
  power_only: () => 'It registered trailers, or no tractors.',
  broker_authority: () => 'It has no active authority as a broker.',
  preferred_carriers: () => 'It is not on your allow list, and you have no contacts at it.',
  is_possible_backhaul: ({ runs, runs_back }) =>
    `It does not run back more often (${runs_back}) than from the origin to the destination (${runs}).`,
  carrier_score: (one, { score }) =>
    `Its score of ${scoreOf(one)} is not between ${score.min} and ${score.max}.`,
};

function reasonsOf(one: JudgedCarrier | null, lane: LaneSearch, found: LaneCarrier[]): string[] {
  if (one === null) return [`It was seen nowhere in the last ${LANE_DAYS} days.`];
  const reasons = Object.entries(REASONS).flatMap(([name, reason]) =>
    one.unmet.has(name as Condition) ? [reason(one, lane)] : [],
  );
  if (reasons.length > 0) return reasons;
  const last = found.at(-1);
  return [
    `${MAX_RECOMMENDATIONS} other carriers come before it; the last of them has a score of ${last ? scoreOf(last) : 0}.`,
  ];
}
