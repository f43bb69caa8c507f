/** One JPEG in many: a comment in it holds the number. */
export function numberedImage(base: Buffer, n: number): Buffer {
  const comment = Buffer.from([0xff, 0xfe, 0, 6, 0x4e, 0x4f, n >> 8, n & 255]);
  return Buffer.concat([base.subarray(0, 2), comment, base.subarray(2)]);
}

export function numberOf(image: Uint8Array): number {
  return ((image[8] as number) << 8) | (image[9] as number);
}
