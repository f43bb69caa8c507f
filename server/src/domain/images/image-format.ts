export type ImageFormat = 'jpeg' | 'png' | 'webp';
export type ImageFacts = { format: ImageFormat; width: number; height: number };

export const CONTENT_TYPES: Record<ImageFormat, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

export const MAX_PIXELS = 40_000_000;

/** Parses the structure of a format as its bytes arrive; throws if they cannot be that format. */
export type FormatProbe = {
  push(chunk: Buffer): void;
  size(): { width: number; height: number } | null;
  /** Whether the end of the format was reached. Bytes after it are stored and never interpreted. */
  isWhole(): boolean;
};
