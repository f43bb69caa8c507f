/** A row that supports a value: `key` identifies it in `table`. */
export type EvidenceRef = {
  table:
    | 'observations'
    | 'inspections'
    | 'sms_inspections'
    | 'crashes'
    | 'carrier_dockets'
    | 'wmi_vehicle_types';
  key: string;
  /** Null for facts without a date, such as dockets. */
  seenAt: Date | null;
};

/** A row with one value. */
export type EvidenceRow = EvidenceRef & { value: string };

/** A row about a vehicle, found by its plate, VIN, cab or trailer number; unknown values are empty. */
export type VehicleRow = EvidenceRef & {
  usdotNumber: string;
  vin: string;
  cabNumber: string;
  logo: string;
  equipmentType: string;
  /** The row describes a trailer, not the tractor that pulls it. */
  isTrailer: boolean;
};

export type DocketHolder = { usdotNumber: string; key: string };
export type HeldDocket = DocketHolder & { docket: string; isActive: boolean };

/** Evidence found by the identifiers read on the truck. */
export type VehicleEvidence = {
  byPlate: VehicleRow[];
  byVin: VehicleRow[];
  byTrailer: VehicleRow[];
  docketHolders: DocketHolder[];
};

/** Evidence found by the carrier, once it is known. */
export type CarrierEvidence = {
  byCab: VehicleRow[];
  carrierDockets: HeldDocket[];
  /** Vehicle type by the first characters of a VIN, as vPIC names it. */
  vinTypes: Map<string, string>;
};

export type Evidence = VehicleEvidence & CarrierEvidence;

/** The fields read on the truck, normalized; empty where nothing was read. */
export type TruckFields = {
  usdotNumber: string;
  mcNumber: string;
  vin: string;
  cabNumber: string;
  trailerNumber: string;
  logo: string;
};
