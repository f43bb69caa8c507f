import { openBlobs } from '../adapters/blobs/open-blobs.ts';
import { openThumbnailer } from '../adapters/thumbnails/open-thumbnailer.ts';
import { waker } from '../db/wake.ts';
import { Admission } from '../domain/images/admission.ts';
import { FreeSpace } from '../domain/images/free-space.ts';
import type { ImageService } from '../domain/images/image-service.ts';
import { ImageWriter } from '../domain/images/image-writer.ts';
import { ClassesOfOrganizations } from '../domain/images/retention/organization-classes.ts';
import { Thumbnails } from '../domain/images/thumbnails.ts';
import { signedLinks } from '../lib/signed-links.ts';
import { type Base, openOutbound } from './builder-base.ts';
import { measuredBlobs } from './measured.ts';

export async function buildImages(base: Base): Promise<ImageService & { close(): Promise<void> }> {
  const { settings, db, clock, log, telemetry, secrets } = base;
  const { blobs, dataDir, images, outboundAllow } = settings;
  const outbound = outboundAllow.length === 0 ? base.outbound : openOutbound(settings, outboundAllow);
  const store = measuredBlobs(await openBlobs(blobs, dataDir, clock), telemetry.metrics);
  const thumbnails = new Thumbnails(store, openThumbnailer(log), clock);
  return {
    db,
    clock,
    outbound,
    blobs: store,
    freeSpace: new FreeSpace(store.staging, images.minFreeBytes),
    admission: new Admission(images.downloadsAtOnce, images.downloadsPerOrganization),
    writer: new ImageWriter(db),
    classes: new ClassesOfOrganizations(db),
    thumbnails,
    links: signedLinks(secrets.LINK_SECRET),
    linkSeconds: images.linkSeconds,
    dropsPrivateVehicles: images.dropsPrivateVehicles,
    wake: waker(db),
    async close() {
      if (outbound !== base.outbound) await outbound.close();
      await thumbnails.close();
      await store.close();
    },
  };
}
