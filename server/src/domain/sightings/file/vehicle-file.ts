import type { FoundSighting } from '../../../contract/sightings/found-sighting.ts';
import { MAX_FILE_SIGHTINGS, type VehicleFile } from '../../../contract/sightings/vehicle-file.ts';
import type { Reader } from '../../../db/reader.ts';
import type { Clock } from '../../../lib/clock.ts';
import { namesOf } from '../../carriers/search/search-vehicles.ts';
import type { Observation } from '../../observations/observation.ts';
import type { VehicleKind } from '../../observations/vehicles/vehicle-kinds.ts';
import type { Viewer } from '../search/filters.ts';
import { type SightingPage, searchSightings } from '../search/search-sightings.ts';
import { type FederalRecords, recordsOfPlate, recordsOfVin } from './federal-records.ts';
import { misreadSightings } from './misread-sightings.ts';
import { nextCameras } from './next-cameras.ts';
import { gapsIn, impossibleMovesIn, seenWith, stopOf } from './timeline.ts';

type Service = { reader: Reader; clock: Clock };
export type FileQuery = {
  kind: VehicleKind;
  value: string;
  plateState?: string | undefined;
  usdotNumber?: number | undefined;
};
type Described = (page: SightingPage) => Promise<FoundSighting[]>;

/** Everything about one vehicle that the viewer may see. `describe` adds what the API shows of a sighting. */
export async function vehicleFile(
  service: Service,
  viewer: Viewer,
  { kind, value, plateState, usdotNumber }: FileQuery,
  describe: Described,
): Promise<VehicleFile> {
  const filters = { values: { [kind]: value }, plateState, usdotNumber };
  const page = await searchSightings(service, viewer, {
    filters,
    withSimilar: false,
    cursor: null,
    pageSize: MAX_FILE_SIGHTINGS,
    withTotal: false,
  });
  const rows = page.found.map(({ observation }) => observation);
  const today = service.clock.now().toISOString().slice(0, 10);
  const states = new Set(rows.flatMap(({ plate_state }) => plate_state || []));
  const [onlyState] = states.size === 1 ? states : [];
  const [records, cameras, misread] = await Promise.all([
    federalRecords(service.reader, kind, value, plateState ?? onlyState, today),
    nextCameras(service, viewer, rows),
    // The thief's carrier is another one.
    misreadSightings(service, viewer, kind, { values: filters.values }, rows),
  ]);
  const wanted = ({ usdot_number }: { usdot_number: string }) =>
    usdotNumber === undefined || usdot_number === String(usdotNumber);
  const inspections = records.inspections.filter(wanted);
  const crashes = records.crashes.filter(wanted);
  const carriers = carriersOf(rows, inspections, crashes);
  const names = await namesOf(
    service.reader,
    carriers.map(({ usdot_number }) => Number(usdot_number)),
  );
  const named = <Row extends { usdot_number: string }>(row: Row) => {
    return { ...row, carrier_name: names.get(Number(row.usdot_number)) ?? '' };
  };
  const [last] = rows;
  return {
    kind,
    value,
    sightings: await describe(page),
    possible_sightings: await describe({ ...page, found: misread }),
    is_complete: page.nextCursor === null,
    inspections: inspections.map(({ date, usdot_number, report_number, state, plate_number, plate_state }) =>
      named({ date, usdot_number, report_number, state, plate_number, plate_state }),
    ),
    crashes: crashes.map(({ date, usdot_number, report_number, state }) =>
      named({ date, usdot_number, report_number, state }),
    ),
    carriers: carriers.map(named),
    gaps: gapsIn(kind, rows),
    impossible_moves: impossibleMovesIn(kind, rows),
    seen_with: seenWith(kind, rows),
    last_place: last ? stopOf(last) : null,
    next_cameras: cameras,
  };
}

async function federalRecords(
  reader: Reader,
  kind: VehicleKind,
  value: string,
  state: string | undefined,
  today: string,
): Promise<FederalRecords> {
  if (kind === 'vin') return recordsOfVin(reader, value, today);
  if (kind !== 'plate' || state === undefined) return { inspections: [], crashes: [] };
  return { inspections: await recordsOfPlate(reader, value, state), crashes: [] };
}

type Carrier = Omit<VehicleFile['carriers'][number], 'carrier_name'>;
type Counted = 'sightings' | 'inspections' | 'crashes';

function carriersOf(
  rows: Observation[],
  inspections: FederalRecords['inspections'],
  crashes: FederalRecords['crashes'],
): Carrier[] {
  const carriers = new Map<string, Carrier>();
  const add = (counted: Counted, usdot_number: string, day: string) => {
    if (usdot_number === '0' || usdot_number === '') return;
    const counts = { sightings: 0, inspections: 0, crashes: 0 };
    const known = carriers.get(usdot_number) ?? { usdot_number, ...counts, first_seen: day, last_seen: day };
    carriers.set(usdot_number, {
      ...known,
      [counted]: known[counted] + 1,
      first_seen: day < known.first_seen ? day : known.first_seen,
      last_seen: day > known.last_seen ? day : known.last_seen,
    });
  };
  for (const row of rows)
    add('sightings', String(row.usdot_number), row.time_captured.toISOString().slice(0, 10));
  for (const { usdot_number, date } of inspections) add('inspections', usdot_number, date);
  for (const { usdot_number, date } of crashes) add('crashes', usdot_number, date);
  // Those of the same day stay in the order of their newest sightings.
  return [...carriers.values()].sort((a, b) => Date.parse(b.last_seen) - Date.parse(a.last_seen));
}
