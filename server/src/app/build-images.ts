import { openBlobs } from '../adapters/blobs/open-blobs.ts';
import { openThumbnailer } from '../adapters/thumbnails/open-thumbnailer.ts';
import type { Settings } from '../config/settings.ts';
import type { Database } from '../db/database.ts';
import { waker } from '../db/wake.ts';
import { Admission } from '../domain/images/admission.ts';
import { FreeSpace } from '../domain/images/free-space.ts';
import type { ImageService } from '../domain/images/image-service.ts';
import { ImageWriter } from '../domain/images/image-writer.ts';
import { Thumbnails } from '../domain/images/thumbnails.ts';
import type { Keyring } from '../lib/bytes/keyring.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import type { Outbound } from '../lib/outbound.ts';
import { signedLinks } from '../lib/signed-links.ts';
import type { Metrics } from '../lib/telemetry/metrics.ts';
import { measuredBlobs } from './measured.ts';

export async function buildImages(
  { blobs, dataDir, images }: Settings,
  db: Database,
  clock: Clock,
  outbound: Outbound,
  metrics: Metrics,
  linkSecret: Keyring,
  log: Log,
): Promise<ImageService> {
  const store = measuredBlobs(await openBlobs(blobs, dataDir), metrics);
  return {
    db,
    clock,
    outbound,
    blobs: store,
    freeSpace: new FreeSpace(store.staging, images.minFreeBytes),
    admission: new Admission(images.downloadsAtOnce, images.downloadsPerOrganization),
    writer: new ImageWriter(db),
    thumbnails: new Thumbnails(store, openThumbnailer(log), clock),
    links: signedLinks(linkSecret),
    linkSeconds: images.linkSeconds,
    wake: waker(db),
  };
}
