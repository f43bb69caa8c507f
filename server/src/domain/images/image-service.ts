import type { Db } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Outbound } from '../../lib/outbound.ts';
import type { SignedLinks } from '../../lib/signed-links.ts';
import type { Admission } from './admission.ts';
import type { BlobStore } from './blob-store.ts';
import type { FreeSpace } from './free-space.ts';
import type { ImageWriter } from './image-writer.ts';
import type { Thumbnails } from './thumbnails.ts';

export type ImageService = {
  db: Db;
  clock: Clock;
  blobs: BlobStore;
  outbound: Outbound;
  admission: Admission;
  freeSpace: FreeSpace;
  writer: ImageWriter;
  thumbnails: Thumbnails;
  links: SignedLinks;
  linkSeconds: number;
  /** Wakes the workers of a queue. */
  wake: (table: string) => void;
};
