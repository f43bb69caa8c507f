import { retryFailedImages } from '../../domain/images/image-queue.ts';
import type { Command } from '../command.ts';
import { json, option, text } from '../options.ts';
import { withDatabase } from '../with-database.ts';

export const retry: Command = {
  name: 'retry',
  audit: { action: 'image.retry' },
  summary: 'Queue failed images for recognition again',
  options: {
    reason: option('text', 'only images whose failure reason contains this text'),
    json,
  },
  run: (context, values) =>
    withDatabase(context, async (database) => {
      const retried = await retryFailedImages(database, text(values, 'reason'));
      if (values.json) context.printJson({ retried });
      else context.print(`${retried} ${retried === 1 ? 'image' : 'images'} queued for recognition.`);
    }),
};
