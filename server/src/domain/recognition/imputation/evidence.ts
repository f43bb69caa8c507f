/** Where a piece of evidence was found: `key` names the row in `table`. */
export type EvidenceRef = {
  table:
    | 'observations'
    | 'inspections'
    | 'sms_inspections'
    | 'crashes'
    | 'carrier_dockets'
    | 'wmi_vehicle_types';
  key: string;
};

/** One row that says one thing. `seenAt` is null for what holds until further notice, as a docket does. */
export type Evidence = EvidenceRef & { says: string; seenAt: Date | null };

/** A row about a vehicle, found by its plate, VIN, cab or trailer number; what it does not say is empty. */
export type VehicleRow = EvidenceRef & {
  seenAt: Date | null;
  usdotNumber: string;
  vin: string;
  cabNumber: string;
  logo: string;
  equipmentType: string;
  /** A trailer's row tells of the trailer, not of what pulls it. */
  isTrailer: boolean;
};

/** A docket that a carrier holds. */
export type DocketRow = { usdotNumber: string; docket: string; isActive: boolean; key: string };

/** All that is known beside the picture itself. */
export type KnownEvidence = {
  byPlate: VehicleRow[];
  byVin: VehicleRow[];
  byCab: VehicleRow[];
  byTrailer: VehicleRow[];
  docketHolders: DocketRow[];
  carrierDockets: DocketRow[];
  /** Vehicle type by the first letters of a VIN, as vPIC names it. */
  vinTypes: Map<string, string>;
};

/** What was read off the truck, chosen and normalised; empty where nothing was. */
export type Known = {
  usdotNumber: string;
  mcNumber: string;
  vin: string;
  cabNumber: string;
  trailerNumber: string;
  logo: string;
};

export type Rule =
  | 'carrier-by-docket'
  | 'carrier-by-vin'
  | 'carrier-by-plate'
  | 'carrier-by-trailer'
  | 'docket-by-carrier'
  | 'vin-by-plate'
  | 'vin-by-cab'
  | 'cab-by-vehicle'
  | 'logo-by-trailer'
  | 'equipment-type';

/** A value that was not read, the rule that found it, and the rows it rests on. */
export type Imputed = {
  value: string;
  rule: Rule;
  /** How much the rows say together; one fresh row says 1. */
  weight: number;
  /** The part of all that was said which agrees. */
  agreement: number;
  rows: (EvidenceRef & { seenAt: Date | null })[];
};
