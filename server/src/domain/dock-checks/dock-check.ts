import type { DockReason } from '../../contract/brokers/dock-check.ts';
import type { MatchedUsdot } from '../recognition/carrier-match/match-carrier.ts';
import type { CarrierNumber, McReading } from '../recognition/readings/reading.ts';
import type { DoorNames, NameOnDoor } from './door-names.ts';

/** The carrier that is expected at the dock, as the register has it. */
export type BookedCarrier = {
  usdot_number: number;
  /** The legal and the trade names. */
  names: string[];
  city: string | null;
  state: string | null;
  /** Its MC numbers. */
  dockets: string[];
};

export type Holder = { usdot_number: number; legal_name: string };

/** All that the answer depends on. */
export type DoorFacts = {
  booked: BookedCarrier;
  /** Whether any text was read. */
  hasText: boolean;
  read: CarrierNumber;
  /** The number as it was weighed against the register. */
  usdot: MatchedUsdot;
  /** The carrier that holds the number as it was read; null if none does. */
  holder: Holder | null;
  mc: McReading;
  /** The carriers that hold the MC number that was read. */
  docketHolders: number[];
  names: DoorNames;
  /** The name of the booked carrier as it was read; empty when it was not. */
  ownName: string;
  /** The carriers that have a name on the door that is not the booked one's, and the name. */
  nameHolders: { name: NameOnDoor; holders: Holder[] }[];
  /** Digits in the row of the number that are not part of it: what a sign does not cover. */
  beside: string | null;
  /** Strokes like those of lettering in that row, which could not be read. */
  hasStrokesBeside: boolean;
  /** Words such as `LEASED TO`. */
  isLeased: boolean;
  /** The carrier that the plate or VIN was seen with before. */
  vehicle: { field: 'alpr_plate_number' | 'vin'; value: string; usdot_number: number } | null;
};

export type DockAnswer = 'yes' | 'no' | 'cannot_tell';
export type DockDecision = {
  answer: DockAnswer;
  reason: DockReason;
  /** A sentence. */
  why: string;
  /** What helps if it cannot be told; null otherwise. */
  next: string | null;
};
