import type { Vehicle } from '../scenes/vehicle.ts';

/** A tractor with its trailer. `plate` is that of the tractor. */
export type Rig = Vehicle & { trailerPlate: string; trailerPlateState: string };
