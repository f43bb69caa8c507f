import type { ImageFormat } from '../../images/image-format.ts';
import type { Quad } from '../recognizer.ts';

export type HideRequest = {
  image: Uint8Array;
  /** Plates that stay legible, in pixels of the upright image. */
  keep: readonly Quad[];
  /** Places that are made illegible besides the plates that are found. */
  also: readonly Quad[];
};

/** The image without the plates: upright, in the format that it had, without metadata. */
export type HiddenImage = { bytes: Uint8Array; format: ImageFormat; width: number; height: number };

/** `places`: what was made illegible, in pixels of the upright image. The image is null if that is nothing. */
export type HiddenPlates = { places: Quad[]; image: HiddenImage | null };

/** Finds the plates anywhere in an image and makes them illegible. */
export type PlateHider = {
  hide(request: HideRequest, signal?: AbortSignal): Promise<HiddenPlates>;
  close(): Promise<void>;
};
