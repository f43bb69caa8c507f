import type { Distribution } from '../../db/distribute.ts';

/** Everything else, federal tables included, fits one server and stays on the coordinator. */
export const distribution: Distribution = {
  column: 'usdot_number',
  tables: ['observations', 'observation_counts'],
};

/**
 * Where a statement on a distributed table runs: on the shard of one carrier, on the shards of a list of carriers, or on
 * all shards, with the reason. A test compares this table with every statement of the code.
 */
type Route = 'carrier' | 'carriers' | { allShards: string };

const A_VEHICLE = 'A vehicle may have been seen under any carrier.';
const AN_IMPORT = 'An import compares or writes the records of all carriers.';
const THE_DEMO = 'The federal records of the demo belong to any carrier.';
const COUNTING = 'The rows are counted on their own shards.';
const pages = (name: string): Record<string, Route> => ({
  [`observations.${name}.near`]: 'carrier',
  [`observations.${name}.all`]: 'carrier',
  [`observations.${name}.state`]: 'carrier',
  [`observations.${name}.city`]: 'carrier',
  [`observations.${name}.stateAndCity`]: 'carrier',
  [`observations.${name}.by-vin`]: { allShards: A_VEHICLE },
});

export const STATEMENT_ROUTES: Record<string, Route> = {
  ...pages('packed'),
  ...pages('packed-quality'),
  'observations.page.all': 'carrier',
  'observations.page.state': 'carrier',
  'observations.page.city': 'carrier',
  'observations.page.stateAndCity': 'carrier',
  'observations.count.all': 'carrier',
  'observations.count.state': 'carrier',
  'observations.count.city': 'carrier',
  'observations.count.stateAndCity': 'carrier',
  'observations.by-vin': { allShards: A_VEHICLE },
  'observations.find': 'carrier',
  'observations.newest-with-image': 'carrier',
  'observations.newest-near': 'carrier',
  'observations.insert-new': 'carrier',
  'observations.insert-row': 'carrier',
  'observations.lock-row': 'carrier',
  'observations.update-row': 'carrier',
  'observations.delete-row': 'carrier',
  'observations.delete-rows': 'carrier',
  'observations.change-count': 'carrier',
  'observations.delete-empty-counts': 'carrier',
  'observations.insert-rows': { allShards: 'A batch of several carriers, sent in one COPY to each shard.' },
  'observations.change-counts': {
    allShards: 'The counts of a batch or of a sighting that changed its carrier.',
  },
  'alerts.match.sightings': { allShards: 'A batch has sightings of many carriers.' },
  'images.list.levels': 'carriers',
  'vehicles.by-vin': { allShards: A_VEHICLE },
  'vehicles.by-plate': { allShards: A_VEHICLE },
  'profile.sighted-vins': 'carrier',
  'signals.sighted-vehicles': 'carrier',
  'signals.sighted-vehicles-with-doubt': 'carrier',
  'signals.own-vins': 'carrier',
  'signals.own-plates': 'carrier',
  'signals.sightings-elsewhere': 'carrier',
  'signals.sightings-elsewhere-counted': 'carrier',
  'signals.sightings-elsewhere-confirmed': 'carrier',
  'signals.sightings-within': 'carrier',
  'signals.sightings-within-counted': 'carrier',
  'signals.sightings-within-confirmed': 'carrier',
  'signals.any-since': 'carrier',
  'signals.sightings-around': 'carrier',
  'signals.recorded-days': 'carrier',
  'signals.doors': 'carrier',
  'signals.number_in_two_places': 'carrier',
  'signals.placed-vins': 'carrier',
  'signals.placed-plates': 'carrier',
  'signals.vin-days': 'carriers',
  'signals.plates-of-vins': 'carriers',
  'signals.plate-days': 'carriers',
  'signals.doubtful-plates': 'carriers',
  'signals.vehicle_in_two_places': { allShards: A_VEHICLE },
  'signals.vins-used-elsewhere': { allShards: A_VEHICLE },
  'signals.carriers-before': { allShards: A_VEHICLE },
  'signals.vins-elsewhere': { allShards: A_VEHICLE },
  'signals.plates-elsewhere': { allShards: A_VEHICLE },
  'carriers.vin-sightings': { allShards: A_VEHICLE },
  'demo.delete-sightings': 'carriers',
  'demo.delete-counts': 'carriers',
  'demo.federal-carriers': { allShards: THE_DEMO },
  'demo.delete-federal': { allShards: THE_DEMO },
  'demo.count-all': { allShards: COUNTING },
  'demo.count-places': { allShards: COUNTING },
  'erase.find-observations': { allShards: 'An erasure reads every row: no index covers all spellings.' },
  'federal.has-observations': { allShards: AN_IMPORT },
  'federal.has-counts': { allShards: AN_IMPORT },
  'federal.copy-known': { allShards: AN_IMPORT },
  'federal.delete-observations': { allShards: AN_IMPORT },
  'federal.delete-empty-counts': { allShards: AN_IMPORT },
  'federal.update-mc-numbers': { allShards: AN_IMPORT },
  'federal.insert-new_records': { allShards: AN_IMPORT },
  'federal.insert-missing_records': { allShards: AN_IMPORT },
  'federal.insert-unstaged': { allShards: AN_IMPORT },
  'observations.move-staged': { allShards: AN_IMPORT },
  'federal.count-new_records': { allShards: AN_IMPORT },
  'federal.count-new_records-by-location': { allShards: AN_IMPORT },
  'federal.count-first_records': { allShards: AN_IMPORT },
  'federal.count-first_records-by-location': { allShards: AN_IMPORT },
  'federal.count-missing_records': { allShards: AN_IMPORT },
  'federal.count-missing_records-by-location': { allShards: AN_IMPORT },
  'federal.count-gone_records': { allShards: AN_IMPORT },
  'federal.count-gone_records-by-location': { allShards: AN_IMPORT },
};
