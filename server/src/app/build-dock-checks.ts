import { openRecognizer } from '../adapters/ocr/open-recognizer.ts';
import { recognizerOnDemand } from '../adapters/ocr/recognizer-on-demand.ts';
import type { DockCheckService } from '../domain/dock-checks/run-dock-check.ts';
import type { ImageService } from '../domain/images/image-service.ts';
import type { Base } from './builder-base.ts';
import { measuredRecognizer } from './measured.ts';

/** A process that has read nothing for this long ends: it holds up to 400 MB. */
const IDLE_MS = 10 * 60_000;

/**
 * The API has OCR processes of its own for people who wait for an answer: those of the workers may have a long queue, and may
 * be on another machine.
 */
export function buildDockChecks(
  { settings, db, log, telemetry }: Base,
  images: ImageService,
): DockCheckService & { close(): Promise<void> } {
  const { recognition, dockCheckProcesses: threads } = settings;
  const own = { ...settings, recognition: { ...recognition, threads } };
  const recognizer = recognizerOnDemand(
    () => measuredRecognizer(openRecognizer(own, log), telemetry.metrics),
    IDLE_MS,
  );
  return {
    ...{ database: db, images, recognizer, log },
    sharesEvidence: settings.sightings.sharesEvidence,
    close: () => recognizer.close(),
  };
}
