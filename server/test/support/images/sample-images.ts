import sharp from 'sharp';

/** A image with some noise in it, so that no two seeds give the same bytes and none compresses to nothing. */
export async function sampleImage(
  format: 'jpeg' | 'png' | 'webp' = 'jpeg',
  { width = 320, height = 200, seed = 1 } = {},
): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  let state = seed >>> 0 || 1;
  for (let i = 0; i < pixels.length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    pixels[i] = state >>> 24;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    [format]()
    .toBuffer();
}

/** A valid body of `POST /image`. */
export function ingestBody(imageUrl: string, more: { source?: string; time_captured?: string } = {}) {
  return {
    source: 'camera-1',
    image_url: imageUrl,
    time_captured: '2026-03-01T12:00:00Z',
    detection_bounding_box: { xmin: 10, ymin: 10, xmax: 200, ymax: 150 },
    source_location_info: {
      latitude: 35.2,
      longitude: -101.8,
      city: 'Amarillo',
      state: 'Texas',
      route: 'I-40',
      traffic_direction: 'Westbound',
    },
    detection_metadata: { alpr_confidence: 0.93, alpr_state: 'OK', plate_number: 'ABC123' },
    ...more,
  };
}
