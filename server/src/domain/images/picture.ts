export type PictureFormat = 'jpeg' | 'png' | 'webp';
export type PictureFacts = { format: PictureFormat; width: number; height: number };

export const CONTENT_TYPES: Record<PictureFormat, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

export const MAX_PICTURE_BYTES = 15_000_000;
export const MAX_PIXELS = 40_000_000;

/** Reads a format's structure from its bytes as they arrive; throws on what cannot be that format. */
export type FormatProbe = {
  push(chunk: Buffer): void;
  size(): { width: number; height: number } | null;
  /** The format's own end has been seen. What follows it is kept and never interpreted. */
  isWhole(): boolean;
};
