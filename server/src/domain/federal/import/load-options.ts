import type { Clock } from '../../../lib/clock.ts';
import type { Derivation } from '../derive/derivation.ts';

export type Progress = {
  phase: 'reading' | 'indexing' | 'deriving' | 'swapping';
  rows: number;
  bytes: number;
};

export type LoadOptions = {
  rejectFolder: string;
  /** Overrides every refusal, and loads a file again that is loaded already. */
  force: boolean;
  asOf: string;
  clock: Clock;
  derivations: readonly Derivation[];
  /** Told the server process that will do the work, when it should not compete with the service for the cores. */
  giveWay?(backendPid: number): void;
  onProgress(progress: Progress): void;
};
