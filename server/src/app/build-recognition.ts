import { openRecognizer } from '../adapters/ocr/open-recognizer.ts';
import { openPlateHider } from '../adapters/plate-hider/open-plate-hider.ts';
import { waker } from '../db/wake.ts';
import { LogoList } from '../domain/logos/logos.ts';
import type { Services } from '../http/services.ts';
import type { Log } from '../lib/log.ts';
import { recognize } from '../stages/recognize.ts';
import { revisit } from '../stages/revisit.ts';
import type { Stage } from '../stages/run-stages.ts';
import type { WakeUps } from '../stages/wake-ups.ts';
import type { WorkReport } from '../stages/work-report.ts';
import { checkRecognizer } from './build-telemetry.ts';
import { measuredRecognizer } from './measured.ts';

/** Includes the start of an OCR process. The recognizer enforces its own limits; this deadline frees the slot if they fail. */
const GRACE_MS = 90_000;

/** The recognizer loads its models with the first image. */
export function buildRecognition(
  { settings, database, images, telemetry }: Services,
  wakeUps: WakeUps,
  log: Log,
  report: WorkReport,
): { stages: Stage[]; close(): Promise<void> } {
  const recognizer = measuredRecognizer(openRecognizer(settings, log), telemetry.metrics);
  checkRecognizer(telemetry, recognizer);
  const { threads, timeoutMs } = settings.recognition;
  const hider = images.dropsPrivateVehicles ? openPlateHider(settings.recognition, log) : null;
  const wake = waker(database);
  const parts = {
    database,
    blobs: images.blobs,
    recognizer,
    logos: new LogoList(database),
    wake,
    log,
    report,
    telemetry,
    atOnce: threads,
    deadlineMs: timeoutMs * 2 + GRACE_MS,
    rules: settings.sightings,
    hider,
  };
  return {
    stages: [
      recognize(parts, wakeUps.of('images')),
      revisit(database, wake, log, wakeUps.of('revisits'), report, settings.sightings),
    ],
    close: async () => {
      await recognizer.close();
      await hider?.close();
    },
  };
}
