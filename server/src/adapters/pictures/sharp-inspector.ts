import sharp from 'sharp';
import { MAX_PIXELS, type PictureFormat, type PictureInspector } from '../../domain/images/picture.ts';
import { refused } from '../../domain/images/probe-picture.ts';
import { messageOf } from '../../lib/errors.ts';
import { Gate } from '../../lib/gate.ts';

const FORMATS: readonly string[] = ['jpeg', 'png', 'webp'] satisfies PictureFormat[];
const AT_ONCE = 2;

/** libvips reads the header with the decoder that recognition will use. Few at once: each may hold megabytes. */
export function sharpInspector(): PictureInspector {
  sharp.cache(false);
  const gate = new Gate(AT_ONCE);
  return (path) =>
    gate.run(
      () => inspect(path),
      () => refused('Too many pictures at once.'),
    );
}

async function inspect(path: string) {
  try {
    const options = { limitInputPixels: MAX_PIXELS, unlimited: false, sequentialRead: true };
    const { format, width, height } = await sharp(path, options).metadata();
    if (!format || !FORMATS.includes(format)) throw new Error(`the decoder sees ${format}`);
    return { format: format as PictureFormat, width, height };
  } catch (error) {
    throw refused('The picture is damaged.', messageOf(error));
  }
}
