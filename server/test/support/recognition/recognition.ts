import { createHash } from 'node:crypto';
import { keyOfImage } from '../../../src/domain/images/blob-key.ts';
import { imageId } from '../../../src/domain/images/image-id.ts';
import type { IngestRecord } from '../../../src/domain/images/ingest-record.ts';
import { LogoList } from '../../../src/domain/logos/logos.ts';
import type { ImageReading, ReadRequest, Recognizer } from '../../../src/domain/recognition/recognizer.ts';
import { AppError } from '../../../src/lib/errors.ts';
import { type Recognition, recognize } from '../../../src/stages/recognize.ts';
import { revisit } from '../../../src/stages/revisit.ts';
import { WorkReport } from '../../../src/stages/work-report.ts';
import type { TestApi } from '../api.ts';
import { silent } from '../cluster.ts';
import { writeWaiting } from '../observations/write-waiting.ts';
import { readLines, type ScriptedLine } from './read-lines.ts';

/** The behavior of the scripted recognizer for one image. */
export type Script = (
  | { lines: ScriptedLine[] }
  | { broken: string }
  | { fails: string; times?: number }
  | { hangs: true }
) & {
  /** Two images have the same bytes only if they have the same number. Default: each image has its own. */
  nth?: number;
};

/** An engine that takes its behavior from the bytes of the image, which are a script in JSON. */
class ScriptedRecognizer implements Recognizer {
  readonly reads = new Map<string, number>();

  async read({ image, signal }: ReadRequest): Promise<ImageReading> {
    const text = Buffer.from(image).toString();
    const script = JSON.parse(text) as Script;
    const times = (this.reads.get(text) ?? 0) + 1;
    this.reads.set(text, times);
    if ('lines' in script) return readLines(script.lines);
    if ('broken' in script) throw new AppError('invalid', script.broken);
    if ('hangs' in script) {
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(new AppError('unavailable', 'given up')));
      });
    }
    if (times <= (script.times ?? Number.POSITIVE_INFINITY)) throw new AppError('unavailable', script.fails);
    return readLines([]);
  }

  async check(): Promise<void> {}

  async close(): Promise<void> {}
}

/** An engine that only reads. */
export const recognizerOf = (read: Recognizer['read']): Recognizer => ({
  read,
  check: async () => undefined,
  close: async () => undefined,
});

export type Capture = {
  source?: string;
  seconds?: number;
  plate?: string | null;
  plateState?: string;
  confidence?: number;
  state?: string;
  receivedAt?: Date;
};

let imageCount = 0;

/** Recognition with a real database and blob store, and the scripted recognizer as its engine. */
export function testRecognition(
  { db, services }: Pick<TestApi, 'db' | 'services'>,
  options: Partial<Recognition> = {},
  start = new Date('2026-05-04T10:00:00Z').getTime(),
) {
  const { images } = services;
  const recognizer = new ScriptedRecognizer();
  const report = new WorkReport(options.log ?? silent, services.telemetry.metrics);
  const woken: string[] = [];
  const wake = (table: string) => void woken.push(table);
  const parts: Recognition = {
    database: db,
    blobs: images.blobs,
    recognizer,
    logos: new LogoList(db),
    wake,
    log: silent,
    report,
    telemetry: services.telemetry,
    atOnce: 4,
    deadlineMs: 60_000,
    ...options,
  };
  const stage = () => recognize(parts, undefined);

  /** Queues an image, as ingest does. */
  async function ingest(organizationId: number, script: Script, capture: Capture = {}): Promise<string> {
    const bytes = Buffer.from(JSON.stringify({ nth: ++imageCount, ...script }));
    const sha256 = createHash('sha256').update(bytes).digest();
    const file = images.blobs.staging.create();
    await file.append(bytes);
    const record: IngestRecord = {
      source: capture.source ?? 'camera-1',
      time_captured: new Date(start + (capture.seconds ?? 0) * 1_000),
      ...{ box_xmin: 0, box_ymin: 0, box_xmax: 1, box_ymax: 1 },
      latitude: 35.2,
      longitude: -101.8,
      city: 'Amarillo',
      state: capture.state ?? 'TX',
      route: 'I-40',
      traffic_direction: 'Westbound',
      alpr_confidence: capture.confidence ?? 0.95,
      alpr_state: capture.plateState ?? 'OK',
      plate_number: capture.plate ?? null,
    };
    const facts = { format: 'jpeg' as const, width: 640, height: 400 };
    const id = imageId((await images.classes.of(organizationId)).current, organizationId, record, sha256);
    await images.blobs.put(keyOfImage({ id, sha256 }), file, { contentType: 'image/jpeg' });
    await images.writer.insert({
      id,
      organizationId,
      record,
      sha256,
      facts,
      byteSize: bytes.length,
      receivedAt: capture.receivedAt ?? new Date(),
      force: false,
    });
    return id;
  }

  /** Runs the stage until the queue is empty, and writes the observations. */
  async function drain(signal = new AbortController().signal): Promise<void> {
    const recognizing = stage();
    while (await recognizing.run(signal));
    await writeWaiting(db);
  }

  async function drainRevisits(): Promise<void> {
    const revisiting = revisit(db, wake, silent, undefined, report, options.rules);
    while (await revisiting.run(new AbortController().signal));
    await writeWaiting(db);
  }

  return { ingest, drain, drainRevisits, stage, recognizer, woken, start };
}
