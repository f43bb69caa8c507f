/** The entry of a process that makes thumbnails, one at a time. */
import { serveRequests } from '../child-pool/serve-requests.ts';
import { decoder, openUpright, unreadable } from '../ocr/engine/decode-image.ts';

/** Twice the width of a card in the console, for displays with two pixels per point. */
const LONGEST_SIDE = 400;
const QUALITY = 72;

await serveRequests(async () => async (image: Uint8Array) => {
  const { bytes } = await openUpright(image);
  try {
    return await decoder(bytes)
      .autoOrient()
      .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: 'white' })
      .toColourspace('srgb')
      .jpeg({ quality: QUALITY })
      .toBuffer();
  } catch (error) {
    throw unreadable(error);
  }
});
