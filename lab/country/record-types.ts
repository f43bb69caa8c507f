/** The records of a carrier. In a file of their own, because planted records replace generated ones. */

/** A revocation notice. It was discontinued, or carried out and perhaps followed by a reinstatement. */
export type Notice = {
  day: number;
  carriedOut: boolean;
  /** At the carrier's own request. */
  voluntary?: boolean;
  /** Days after the notice; null: never. */
  reinstatedAfter: number | null;
};

export type License = {
  docket: number;
  /** The registers that list it. */
  legacy: boolean;
  motus: boolean;
  active: boolean;
  contract: boolean;
  /** Null: the application is pending. */
  grantedDay: number | null;
  /** In order of time. The last one explains why a license is not active. */
  notices: Notice[];
  agent: string;
  /** Liability insurance; default: that of the policy. */
  requiredDollars?: number;
};

export type Policy = {
  insurer: string;
  number: string;
  /** Number of the BMC form. */
  form: '91X' | '91' | '34' | '84';
  dollars: number;
  effectiveDay: number;
  cancelDay: number | null;
  /** An excess policy starts above this amount. */
  above?: number;
};

export type UnitKind = 'tractor' | 'truck' | 'coach' | 'trailer';

export type Unit = {
  kind: UnitKind;
  vin: string;
  make: string;
  plate: string;
  plateState: string;
  /** The fleet number painted on it. */
  number: string;
};

export type Order = { day: number; reason: string; rescindDay: number | null };
