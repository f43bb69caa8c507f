import type { WaitingImage } from '../../images/image-queue.ts';
import { fieldsIn, type ImageReader, notEmpty, seeImage } from '../read-image.ts';
import { type StoredReading, storedReading } from '../sighting/view.ts';
import type { HiddenImage, PlateHider } from './plate-hider.ts';
import { truckArea } from './truck-area.ts';
import {
  chosenPlates,
  isOfStranger,
  platesOfTruck,
  withoutOthers,
  withoutPlaces,
} from './without-other-plates.ts';

/** What is kept of an image of a truck. */
export type TruckRead = {
  read: StoredReading;
  /** The image without the plates of other vehicles; null if it shows none. */
  hidden: HiddenImage | null;
  /** The partner sent the plate of another vehicle. */
  isPartnerPlateForgotten: boolean;
};

/**
 * Reads an image of which only the truck may be kept: neither the reading nor the image that is returned has the plate of
 * another vehicle. Null if the image shows no truck. Throws as `readImage` does.
 */
export async function readTruck(
  reader: ImageReader,
  hider: PlateHider,
  image: WaitingImage,
  signal: AbortSignal,
): Promise<TruckRead | null> {
  const { bytes, box, seen } = await seeImage(reader, image, signal);
  const fields = await fieldsIn(reader, image, seen);
  const area = truckArea(seen, fields, box);
  if (area === null) return null;
  const { reading, elsewhere, strangers } = platesOfTruck(seen, fields, area);
  const isPartnerPlateForgotten = isOfStranger(image.plate_number ?? '', strangers);
  const partner = { ...image, plate_number: isPartnerPlateForgotten ? null : image.plate_number };
  const keep = chosenPlates(reading, await fieldsIn(reader, partner, reading));
  const { places, image: hidden } = await hider.hide({ image: bytes, keep, also: elsewhere }, signal);
  const rest = withoutPlaces(reading, places, keep);
  const read = storedReading(rest, withoutOthers(await fieldsIn(reader, partner, rest)));
  return { read: notEmpty(read), hidden, isPartnerPlateForgotten };
}
