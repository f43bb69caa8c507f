import { openBlobs } from '../adapters/blobs/open-blobs.ts';
import type { Settings } from '../config/settings.ts';
import type { Database } from '../db/database.ts';
import { waker } from '../db/wake.ts';
import { Admission } from '../domain/images/admission.ts';
import type { ImageService } from '../domain/images/image-service.ts';
import { ImageWriter } from '../domain/images/image-writer.ts';
import type { Keyring } from '../lib/bytes/keyring.ts';
import type { Clock } from '../lib/clock.ts';
import type { Outbound } from '../lib/outbound.ts';
import { signedLinks } from '../lib/signed-links.ts';

export async function buildImages(
  { blobs, dataDir, images }: Settings,
  db: Database,
  clock: Clock,
  outbound: Outbound,
  linkSecret: Keyring,
): Promise<ImageService> {
  return {
    db,
    clock,
    outbound,
    blobs: await openBlobs(blobs, dataDir),
    admission: new Admission(images.downloadsAtOnce, images.downloadsPerOrganization),
    writer: new ImageWriter(db),
    links: signedLinks(linkSecret),
    linkSeconds: images.linkSeconds,
    wake: waker(db),
  };
}
