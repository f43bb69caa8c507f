export type ImageFormat = 'jpeg' | 'png' | 'webp';
export type ImageFacts = { format: ImageFormat; width: number; height: number };

export const CONTENT_TYPES: Record<ImageFormat, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

export const MAX_IMAGE_BYTES = 15_000_000;
export const MAX_PIXELS = 40_000_000;

/** Reads a format's structure from its bytes as they arrive; throws on what cannot be that format. */
export type FormatProbe = {
  push(chunk: Buffer): void;
  size(): { width: number; height: number } | null;
  /** The format's own end has been seen. What follows it is kept and never interpreted. */
  isWhole(): boolean;
};
