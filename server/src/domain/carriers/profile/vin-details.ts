import { vinCheckDigit } from '../../../lib/identifiers/vin-check-digit.ts';
import { vinModelYear } from '../../../lib/identifiers/vin-model-year.ts';
import { violationBucket } from '../../safety/rates/severity-buckets.ts';
import { type VehicleKind, vehicleKind } from '../../safety/rates/vehicle-kind.ts';
import { vinRecords } from '../records/vin-records.ts';
import { type Section, text } from './section.ts';

type Inspected = {
  usdot_number: number;
  insp_date: string;
  report_number: string | null;
  state: string | null;
  insp_level_id: number | null;
  oos_total: number;
  unit_type: string | null;
  unit_type_id: number | null;
  make: string | null;
  plate: string | null;
  plate_state: string | null;
};
type Violated = {
  usdot_number: number;
  insp_date: string;
  report_number: string | null;
  state: string | null;
  code: string | null;
  description: string | null;
  basic: string | null;
  severity_weight: number;
  out_of_service: boolean;
};
type Crashed = {
  usdot_number: number;
  report_date: string;
  report_number: string;
  state: string | null;
  location: string | null;
  fatalities: number;
  injuries: number;
  tow_away: boolean;
  vehicle_configuration_id: number | null;
};
type Seen = {
  usdot_number: number;
  time_captured: string;
  location_city: string;
  location_state: string;
  latitude: number | null;
  longitude: number | null;
  route: string;
  alpr_plate_number: string;
  cab_number: string;
};
type Records = {
  inspections: Inspected[];
  violations: Violated[];
  crashes: Crashed[];
  sightings: Seen[];
  carriers: {
    usdot_number: number;
    legal_name: string;
    first_seen: string;
    last_seen: string;
    sources: string[];
  }[];
  maker: { make: string | null; manufacturer: string | null; vehicle_type: string | null } | null;
};

/** One vehicle: what it is, what happened to it, and every carrier it was seen under. */
export const vinDetails: Section<object> = async ({ db, vin, today }) => {
  const asked = vin ?? '';
  const found = await db.row<Records>(vinRecords, [asked, today]);
  if (found === null) throw new Error('the statement gives a row for every VIN');
  const firstSeen = found.carriers.map(({ first_seen }) => first_seen).sort()[0];
  const make = found.maker?.make ?? found.maker?.manufacturer ?? found.inspections.find((i) => i.make)?.make;
  return {
    vin: asked,
    valid: asked.length === 17 && vinCheckDigit(asked) === asked[8],
    make: text(make),
    model_year: vinModelYear(asked, new Date(today), firstSeen ? new Date(firstSeen) : null) ?? 0,
    vehicle_kind: kindOf(found),
    inspections: found.inspections.map(inspection),
    violations: found.violations.map(violation),
    crashes: found.crashes.map(crash),
    sightings: found.sightings.map(sighting),
    carriers: found.carriers.map(({ usdot_number, ...carrier }) => ({
      usdot_number: String(usdot_number),
      ...carrier,
    })),
  };
};

function kindOf({ inspections, crashes, maker }: Records): VehicleKind {
  const unit = inspections.find(({ unit_type, unit_type_id }) => unit_type !== null || unit_type_id !== null);
  const configuration = crashes.find(({ vehicle_configuration_id: id }) => id !== null);
  return vehicleKind({
    unitTypeId: unit?.unit_type_id ?? null,
    unitType: unit?.unit_type ?? null,
    crashConfigurationId: configuration?.vehicle_configuration_id ?? null,
    wmiVehicleType: maker?.vehicle_type ?? null,
  });
}

function inspection(row: Inspected) {
  return {
    date: row.insp_date,
    usdot_number: String(row.usdot_number),
    report_number: text(row.report_number),
    state: text(row.state),
    level: row.insp_level_id ?? 0,
    out_of_service_total: row.oos_total,
    plate_number: text(row.plate),
    plate_state: text(row.plate_state),
  };
}

function violation(row: Violated) {
  const { code, severity_weight, out_of_service } = row;
  return {
    date: row.insp_date,
    usdot_number: String(row.usdot_number),
    report_number: text(row.report_number),
    state: text(row.state),
    code: text(code),
    description: text(row.description),
    basic: text(row.basic),
    severity_weight,
    severity_bucket: violationBucket({
      code: code ?? '',
      severityWeight: severity_weight,
      outOfService: out_of_service,
    }),
    out_of_service,
  };
}

function crash(row: Crashed) {
  return {
    date: row.report_date,
    usdot_number: String(row.usdot_number),
    report_number: row.report_number,
    state: text(row.state),
    location: text(row.location),
    fatalities: row.fatalities,
    injury: row.injuries,
    towaway: row.tow_away ? 'Y' : 'N',
  };
}

function sighting({ usdot_number, time_captured, ...row }: Seen) {
  return {
    usdot_number: usdot_number === 0 ? '' : String(usdot_number),
    time_captured: new Date(time_captured).toISOString(),
    location_city: row.location_city,
    location_state: row.location_state,
    latitude: row.latitude,
    longitude: row.longitude,
    route: row.route,
    plate_number: row.alpr_plate_number,
    cab_number: row.cab_number,
  };
}
