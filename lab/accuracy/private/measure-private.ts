import { createHash } from 'node:crypto';
import { OcrPool } from '../../../server/src/adapters/ocr/ocr-pool.ts';
import { openPlateHider } from '../../../server/src/adapters/plate-hider/open-plate-hider.ts';
import type { Database } from '../../../server/src/db/database.ts';
import { keyOfImage } from '../../../server/src/domain/images/blob-key.ts';
import { imageId } from '../../../server/src/domain/images/image-id.ts';
import { ImageSweeper } from '../../../server/src/domain/images/sweep-images.ts';
import { LogoList } from '../../../server/src/domain/logos/logos.ts';
import type { Services } from '../../../server/src/http/services.ts';
import { mapConcurrent } from '../../../server/src/lib/async/map-concurrent.ts';
import { sleep } from '../../../server/src/lib/clock.ts';
import { createLog } from '../../../server/src/lib/log.ts';
import { recognize } from '../../../server/src/stages/recognize.ts';
import { WorkReport } from '../../../server/src/stages/work-report.ts';
import { writeWaiting } from '../../../server/test/support/observations/write-waiting.ts';
import { drawPrivateScene, type PrivateScene } from '../../scenes/private-scene.ts';
import { inventedWordmarks } from '../../scenes/vehicle.ts';
import { storedFiles, type Trace, tracesInDatabase } from './traces.ts';

type Parts = { database: Database; services: Services; organizationId: number; blobs: string };
type Run = { count: number; seed: number; processes: number; onProgress?: (images: number) => void };

export type PrivateResult = {
  /** Images of a car alone, and of a car beside a truck. */
  cars: number;
  trucks: number;
  keptTrucks: number;
  /** Sightings that have the plate of the truck. */
  truckPlates: number;
  /** Plates of cars in tables, statistics or the log. */
  traces: Trace[];
  /** Stored files in which the engine reads the plate of a car. */
  legible: string[];
};

const POLL_MS = 200;
const LIMITS = { timeoutMs: 300_000, memoryMb: 1_536 };
const SIZE = { width: 1_920, height: 1_080 };
const bare = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

/**
 * Sends generated images with private cars through the real recording code with PRIVATE_VEHICLES=drop, and looks for the plates
 * of the cars in everything that is left. The partner sends the plate of every car that is alone.
 */
export async function measurePrivate(
  { database, services, organizationId, blobs }: Parts,
  { count, seed, processes, onProgress }: Run,
): Promise<PrivateResult> {
  const logged: string[] = [];
  const log = createLog('debug', { write: (line) => void logged.push(line) });
  const recognizer = new OcrPool({ ...LIMITS, processes }, log);
  const hider = openPlateHider({ ...LIMITS, models: null, processes }, log);
  const { images, telemetry } = services;
  for (const mark of inventedWordmarks)
    await database.pool.query('insert into logos (name) values ($1) on conflict do nothing', [
      mark.toLowerCase(),
    ]);
  const stage = recognize(
    {
      ...{ database, blobs: images.blobs, recognizer, hider, log, telemetry },
      logos: new LogoList(database),
      wake: () => undefined,
      report: new WorkReport(log, telemetry.metrics),
      atOnce: processes,
      deadlineMs: 2 * LIMITS.timeoutMs,
    },
    undefined,
  );
  const scenes: Omit<PrivateScene, 'image'>[] = new Array(count);
  let sent = 0;
  let isSending = true;
  const sendAll = () =>
    mapConcurrent(processes, [...scenes.keys()], async (index) => {
      const { image, ...scene } = await drawPrivateScene(seed, index);
      scenes[index] = scene;
      await send(services, organizationId, image, index, scene.truck ? null : scene.carPlate);
      sent++;
      onProgress?.(sent);
    });
  /** While images are drawn and sent, so that no process waits for another. */
  const readAll = async () => {
    const { signal } = new AbortController();
    for (let hasAll = false; !hasAll; await sleep(POLL_MS)) {
      hasAll = !isSending;
      while (await stage.run(signal));
    }
  };
  try {
    await Promise.all([
      sendAll().finally(() => {
        isSending = false;
      }),
      readAll(),
    ]);
    await new ImageSweeper({ database, clock: services.clock, blobs: images.blobs }).deleteMarked(0);
    const plates = scenes.map(({ carPlate }) => carPlate);
    await writeWaiting(database);
    const traces = await tracesInDatabase(database, plates);
    const written = logged.join('\n').toUpperCase();
    const inLog = plates.filter((plate) => written.includes(plate));
    if (inLog.length > 0) traces.push({ what: 'log', texts: inLog });
    const files = await storedFiles(blobs);
    const legible = (
      await mapConcurrent(processes, files, async (image) => {
        const { lines, plates: located = [] } = await recognizer.read({ image, box: null });
        const texts = [
          ...lines.map(({ text }) => bare(text)),
          ...located.flatMap(({ candidates }) => candidates[0]?.text ?? []),
        ];
        return plates.filter((plate) => texts.includes(plate));
      })
    ).flat();
    const { rows } = await database.pool.query('select alpr_plate_number as plate from observations');
    const trucks = scenes.flatMap(({ truck }) => truck ?? []);
    return {
      cars: scenes.length - trucks.length,
      trucks: trucks.length,
      keptTrucks: files.length,
      truckPlates: trucks.filter(({ plate }) => rows.some((row) => row.plate === plate)).length,
      traces,
      legible,
    };
  } finally {
    await recognizer.close();
    await hider.close();
  }
}

/** As ingest stores and queues an image. */
async function send(
  { images }: Services,
  organizationId: number,
  bytes: Buffer,
  index: number,
  plate: string | null,
): Promise<void> {
  const sha256 = createHash('sha256').update(bytes).digest();
  const record = {
    source: `camera-${index % 5}`,
    time_captured: new Date(Date.UTC(2026, 4, 4) + index * 300_000),
    ...{ box_xmin: 0, box_ymin: 0, box_xmax: 1, box_ymax: 1 },
    ...{
      latitude: 35.2,
      longitude: -101.8,
      city: 'Amarillo',
      state: 'TX',
      route: 'I-40',
      traffic_direction: 'Westbound',
    },
    ...{ alpr_confidence: plate === null ? 0 : 0.93, alpr_state: '', plate_number: plate },
  };
  const { current } = await images.classes.of(organizationId);
  const id = imageId(current, organizationId, record, sha256);
  const file = images.blobs.staging.create();
  await file.append(bytes);
  await images.blobs.put(keyOfImage({ id, sha256 }), file, { contentType: 'image/jpeg' });
  const facts = { format: 'jpeg' as const, ...SIZE };
  const receivedAt = new Date();
  await images.writer.insert({
    id,
    organizationId,
    record,
    sha256,
    facts,
    byteSize: bytes.length,
    receivedAt,
    force: false,
  });
}
