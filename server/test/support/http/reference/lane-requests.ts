import type { Case } from './requests.ts';

const origin = 'origin_city=Nashville&origin_state=TN';

/** Requests of the operations that tell where carriers were seen. */
export const laneCases: Record<string, () => Case[]> = {
  'GET /carrier/recommendations': () => [
    { name: 'an origin', status: 200, query: origin },
    { name: 'a destination', status: 200, query: 'destination_city=Dallas&destination_state=TX' },
    {
      ...{ name: 'a lane with every filter', status: 200 },
      query: `${origin}&destination_city=Dallas&destination_state=TX&origin_radius=25&destination_radius=75&carrier_score_min=0&carrier_score_max=1&fleet_size_min=1&fleet_size_max=50&carried_cargo=general%20goods&equipment_types=flatbed&preferred_carriers=false&power_only=false&broker_authority=false&is_possible_backhaul=false&auth_months_min=1`,
    },
    { name: 'no place', status: 400, query: 'origin_radius=50' },
    { name: 'an unknown place', status: 400, query: 'origin_city=Nashvile&origin_state=TN' },
    { name: 'real_time without realtime-api', status: 403, query: `${origin}&real_time=true` },
  ],
  'GET /visual_sightings/verify': () => [
    { name: 'an origin', status: 200, query: `usdot=1234567&${origin}` },
    {
      name: 'a lane',
      status: 200,
      query: `usdot=1234567&${origin}&destination_city=Dallas&destination_state=TX`,
    },
    { name: 'an unknown place', status: 400, query: 'usdot=1&origin_city=Nashvile&origin_state=TN' },
    { name: 'no number', status: 400, query: `usdot=x&${origin}` },
    { name: 'no origin', status: 400, query: 'usdot=1234567' },
  ],
  'GET /carrier/profile': () => [
    { name: 'a carrier', status: 200, query: 'usdot_number=1234567' },
    { name: 'two carriers', status: 200, query: 'usdot_numbers=1234567,7654321' },
    { name: 'a repeated parameter', status: 200, query: 'usdot_number=1234567&usdot_number=7654321' },
    { name: 'no carrier', status: 400, query: 'end_date=' },
    { name: 'a start more than three years ago', status: 400, query: 'usdot_number=1&start_date=2001-01-01' },
  ],
};
