import type { Database } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Outbound } from '../../lib/outbound.ts';
import type { SignedLinks } from '../../lib/signed-links.ts';
import type { Admission } from './admission.ts';
import type { BlobStore } from './blob-store.ts';
import type { FreeSpace } from './free-space.ts';
import type { ImageWriter } from './image-writer.ts';
import type { ClassesOfOrganizations } from './retention/organization-classes.ts';
import type { Thumbnails } from './thumbnails.ts';

export type ImageService = {
  db: Database;
  clock: Clock;
  blobs: BlobStore;
  outbound: Outbound;
  admission: Admission;
  freeSpace: FreeSpace;
  writer: ImageWriter;
  classes: ClassesOfOrganizations;
  thumbnails: Thumbnails;
  links: SignedLinks;
  linkSeconds: number;
  /** Plates are hidden in stored images, so the bytes that were sent may be the file of no image. */
  dropsPrivateVehicles: boolean;
  /** Wakes the workers of a queue. */
  wake: (table: string) => void;
};
