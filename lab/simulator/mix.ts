/** Shares of what happens in a simulation. */
export type Mix = {
  /** Of the trucks, in the middle of the time: sold to another carrier; its plate on another truck; a copy of its plate. */
  sold: number;
  swapped: number;
  cloned: number;
  /** Of the trucks: another truck has the same plate text of another state. */
  sameText: number;
  /** Of the passes: a truck of the same fleet, or any other one, follows within seconds. */
  convoy: number;
  followed: number;
  /** Of the trucks with a trailer: it belongs to another carrier. */
  leasedTrailer: number;
  /** Of the images: a placeholder in place of a plate; arrives hours late; sent twice; sent again with another plate. */
  placeholder: number;
  late: number;
  repeated: number;
  resent: number;
  /** Of the images: a person corrects a wrong field; a person types a wrong value and withdraws it later. */
  corrected: number;
  withdrawn: number;
};

export const DEFAULT_MIX: Mix = {
  sold: 0.01,
  swapped: 0.01,
  cloned: 0.005,
  sameText: 0.01,
  convoy: 0.05,
  followed: 0.15,
  leasedTrailer: 0.15,
  placeholder: 0.005,
  late: 0.03,
  repeated: 0.01,
  resent: 0.002,
  corrected: 0.002,
  withdrawn: 0.0005,
};
