import type { Database, Transaction } from '../../db/database.ts';
import { retryOnDeadlock } from '../../db/database.ts';
import type { WaitingImage } from '../images/image-queue.ts';
import { saveRecognition } from '../images/image-queue.ts';
import { ensureMonths } from '../observations/ensure-months.ts';
import { type RecordedView, recordView } from './sighting/record-view.ts';
import type { PictureRead, View } from './sighting/view.ts';

/**
 * Reading, sighting, counts, evidence and the end of the claim in one transaction. `finish` ends the claim and says
 * whether it was still ours; if not, nothing is written and null comes back.
 */
export async function keepImage(
  database: Database,
  image: WaitingImage & { organization_id: number },
  read: PictureRead,
  finish: (tx: Transaction) => Promise<boolean>,
): Promise<RecordedView | null> {
  await ensureMonths(database, [image.time_captured]);
  return retryOnDeadlock(() =>
    database.transaction(async (tx) => {
      if (!(await finish(tx))) return null;
      await saveRecognition(tx, image.key, read);
      return recordView(tx, image.organization_id, viewOf(image, read));
    }),
  );
}

function viewOf(image: WaitingImage, read: PictureRead): View {
  return {
    ...{ imageId: image.key, source: image.source, timeCaptured: image.time_captured },
    ...{ latitude: image.latitude, longitude: image.longitude, city: image.city, state: image.state },
    ...{ route: image.route, trafficDirection: image.traffic_direction, read },
  };
}
