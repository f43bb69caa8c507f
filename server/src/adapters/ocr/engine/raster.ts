/** Pixels as red, green, blue bytes, row by row. */
export type Raster = { data: Uint8Array; width: number; height: number };
