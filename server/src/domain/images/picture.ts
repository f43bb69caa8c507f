export type PictureFormat = 'jpeg' | 'png' | 'webp';
export type PictureFacts = { format: PictureFormat; width: number; height: number };

export const CONTENT_TYPES: Record<PictureFormat, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

export const MAX_PICTURE_BYTES = 15_000_000;
export const MAX_PIXELS = 40_000_000;

/** Asks a real decoder what it makes of a file that looked right from outside. Throws when it refuses. */
export type PictureInspector = (path: string) => Promise<PictureFacts>;
