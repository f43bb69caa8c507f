/** The entry of a process that hides plates: it loads the plate locator once, then works on one image at a time. */
import type { HideRequest } from '../../domain/recognition/private-vehicles/plate-hider.ts';
import { serveRequests } from '../child-pool/serve-requests.ts';
import { openPlateLocator } from '../ocr/models/models.ts';
import { hidePlates } from './hide-plates.ts';

await serveRequests(async () => {
  const locator = await openPlateLocator(process.argv[2] ?? null);
  return (request: HideRequest) => hidePlates(locator, request);
});
