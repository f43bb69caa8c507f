/** What a partner says of a picture, checked and in our own form. */
export type IngestRecord = {
  source: string;
  imageUrl: string;
  timeCaptured: Date;
  box: { xmin: number; ymin: number; xmax: number; ymax: number };
  latitude: number;
  longitude: number;
  city: string;
  /** Two letters. */
  state: string;
  route: string;
  trafficDirection: string;
  alprConfidence: number;
  alprState: string;
  plateNumber: string | null;
};
