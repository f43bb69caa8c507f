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
  /** PRIOR_REVOKE_DOT_NUMBER. */
  priorRevoked?: number;
};
