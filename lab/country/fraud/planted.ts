import type { County } from '../places.ts';
import type { License, Order, Policy, Unit } from '../record-types.ts';

export type Suspension = {
  type: string;
  servedDay: number;
  effectiveDay: number;
  /** The authority was confirmed as active again on this day. */
  resolvedDay?: number;
};

export type PlantedInspection = { day: number; units: Unit[]; county: County };

/** The fields of a carrier that change in its registration. */
export type Registration = Record<
  'legalName' | 'street' | 'city' | 'state' | 'zip' | 'phone' | 'email' | 'status',
  string
> &
  Record<'powerUnits' | 'mileage' | 'mcs150Day', number> & { county: County };

/** What the census said about the carrier until a day. */
export type Former = { until: number; carrier: Partial<Registration>; officer?: string };

/** Records of one carrier that replace the generated ones; those that are absent stay as generated. */
export type Planted = {
  license?: License;
  policies?: Policy[];
  bonds?: Policy[];
  orders?: Order[];
  suspensions?: Suspension[];
  /** In addition to the generated ones. */
  inspections?: PlantedInspection[];
  officer?: string;
  /** Values that the census of an earlier day has. */
  former?: Former[];
  /** PRIOR_REVOKE_DOT_NUMBER. */
  priorRevoked?: number;
  /** CLASSDEF of the census, if not that of the trade. */
  classification?: string;
};
