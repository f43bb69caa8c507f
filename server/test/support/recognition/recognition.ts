import { createHash } from 'node:crypto';
import { imageId } from '../../../src/domain/images/ingest-image.ts';
import type { IngestRecord } from '../../../src/domain/images/ingest-record.ts';
import { LogoList } from '../../../src/domain/recognition/logo-list.ts';
import type { PictureReading, ReadRequest, Recognizer } from '../../../src/domain/recognition/recognizer.ts';
import { AppError } from '../../../src/lib/errors.ts';
import { type Recognition, recognize } from '../../../src/stages/recognize.ts';
import { revisit } from '../../../src/stages/revisit.ts';
import type { TestApi } from '../api.ts';
import { silent } from '../cluster.ts';
import { readLines, type ScriptedLine } from './read-lines.ts';

/** What the scripted recognizer does with a picture. */
export type Script =
  | { lines: ScriptedLine[] }
  | { broken: string }
  | { fails: string; times?: number }
  | { hangs: true };

/** An engine whose pictures say themselves what is to be read on them. */
export class ScriptedRecognizer implements Recognizer {
  readonly reads = new Map<string, number>();

  async read({ picture, signal }: ReadRequest): Promise<PictureReading> {
    const text = Buffer.from(picture).toString();
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

  async close(): Promise<void> {}
}

export type Place = { source?: string; seconds?: number; plate?: string | null; confidence?: number };

let pictures = 0;

/** Recognition over a real database and blob store, with the scripted recognizer as its engine. */
export function testRecognition(
  { db, services }: TestApi,
  options: Partial<Recognition> = {},
  start = new Date('2026-05-04T10:00:00Z').getTime(),
) {
  const { images } = services;
  const recognizer = new ScriptedRecognizer();
  const woken: string[] = [];
  const wake = (table: string) => void woken.push(table);
  const parts: Recognition = {
    ...{ database: db, blobs: images.blobs, recognizer, logos: new LogoList(db), wake, log: silent },
    ...{ atOnce: 4, deadlineMs: 60_000 },
    ...options,
  };
  const stage = () => recognize(parts, undefined);

  /** Puts a picture into the queue, as ingest does. */
  async function ingest(organizationId: number, script: Script, place: Place = {}): Promise<string> {
    const bytes = Buffer.from(JSON.stringify({ ...script, nth: ++pictures }));
    const sha256 = createHash('sha256').update(bytes).digest();
    const file = await images.blobs.staging.create();
    await file.append(bytes);
    await images.blobs.put(sha256.toString('hex'), file, { contentType: 'image/jpeg' });
    const record: IngestRecord = {
      ...{ source: place.source ?? 'camera-1', imageUrl: 'https://pictures.example/1.jpg' },
      timeCaptured: new Date(start + (place.seconds ?? 0) * 1_000),
      ...{ box: { xmin: 0, ymin: 0, xmax: 1, ymax: 1 }, latitude: 35.2, longitude: -101.8 },
      ...{ city: 'Amarillo', state: 'TX', route: 'I-40', trafficDirection: 'Westbound' },
      ...{ alprConfidence: place.confidence ?? 0.95, alprState: 'OK', plateNumber: place.plate ?? null },
    };
    const facts = { format: 'jpeg' as const, width: 640, height: 400 };
    const about = { organizationId, record, sha256, facts, byteSize: bytes.length };
    const id = imageId(organizationId, record, sha256);
    await images.writer.insert({ id, ...about, receivedAt: new Date(), force: false });
    return id;
  }

  /** Rounds until nothing is left to do. */
  async function drain(signal = new AbortController().signal): Promise<void> {
    const one = stage();
    while (await one.run(signal));
  }

  /** The same for second looks. */
  async function drainRevisits(): Promise<void> {
    const one = revisit(db, wake, silent, undefined);
    while (await one.run(new AbortController().signal));
  }

  return { ingest, drain, drainRevisits, stage, recognizer, woken, start };
}
