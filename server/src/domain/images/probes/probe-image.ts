import { AppError } from '../../../lib/errors.ts';
import { type FormatProbe, type ImageFacts, type ImageFormat, MAX_PIXELS } from '../image-format.ts';
import { jpegProbe } from './probe-jpeg.ts';
import { pngProbe } from './probe-png.ts';
import { webpProbe } from './probe-webp.ts';

const MAGIC_BYTES = 12;

/** Checks the bytes as they arrive, so that a file that cannot be accepted is not downloaded to its end. */
export class ImageProbe {
  #first: Buffer = Buffer.alloc(0);
  #format: ImageFormat | null = null;
  #probe: FormatProbe | null = null;

  push(chunk: Buffer): void {
    if (this.#probe) {
      this.#feed(this.#probe, chunk);
      return;
    }
    this.#first = Buffer.concat([this.#first, chunk]);
    if (this.#first.length < MAGIC_BYTES) return;
    this.#format = formatOf(this.#first);
    this.#probe = PROBES[this.#format]();
    this.#feed(this.#probe, this.#first);
  }

  end(): ImageFacts {
    const size = this.#probe?.size();
    if (!this.#probe || !this.#format) throw notAnImage();
    if (!size || !this.#probe.isWhole()) throw refused('The image is truncated.');
    return { format: this.#format, ...size };
  }

  #feed(probe: FormatProbe, chunk: Buffer): void {
    try {
      probe.push(chunk);
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw refused('The image is damaged.', error);
    }
    const size = probe.size();
    if (!size) return;
    if (size.width < 1 || size.height < 1) throw refused('The image is damaged.');
    if (size.width * size.height > MAX_PIXELS) {
      throw refused(`The image has more than ${MAX_PIXELS / 1e6} megapixels.`, size);
    }
  }
}

const PROBES: Record<ImageFormat, () => FormatProbe> = {
  jpeg: jpegProbe,
  png: pngProbe,
  webp: webpProbe,
};

function formatOf(first: Buffer): ImageFormat {
  if (first.readUIntBE(0, 3) === 0xffd8ff) return 'jpeg';
  if (first.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (first.toString('latin1', 0, 4) === 'RIFF' && first.toString('latin1', 8, 12) === 'WEBP') return 'webp';
  throw notAnImage();
}

const notAnImage = () => refused('The file is not a JPEG, PNG or WebP image.');

export function refused(message: string, detail?: unknown): AppError {
  return new AppError('failed', message, { detail });
}
