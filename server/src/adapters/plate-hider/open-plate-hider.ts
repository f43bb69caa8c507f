import type {
  HiddenPlates,
  HideRequest,
  PlateHider,
} from '../../domain/recognition/private-vehicles/plate-hider.ts';
import type { Log } from '../../lib/log.ts';
import { ChildPool } from '../child-pool/child-pool.ts';

type Options = { timeoutMs: number; memoryMb: number; models: string | null; processes?: number };

const ENTRY = new URL('./hide-child.ts', import.meta.url);

/** Hides plates in child processes with limits, because images are untrusted. They start with the first image. */
export function openPlateHider({ models, processes = 1, ...limits }: Options, log: Log): PlateHider {
  const args = models === null ? [] : [models];
  const options = { ...limits, name: 'plate hider', entry: ENTRY, args, processes };
  const pool = new ChildPool<HideRequest, HiddenPlates>(options, log);
  return {
    hide: (request, signal) => pool.run(request, signal),
    close: () => pool.close(),
  };
}
