import { setImageRetention } from '../../domain/images/store.ts';
import { type Command, json } from '../command.ts';
import { wholeNumber } from '../whole-number.ts';
import { withDatabase } from '../with-database.ts';

export const orgRetention: Command = {
  name: 'org retention',
  summary: "Set how many days an organization's pictures are kept",
  options: {
    org: { type: 'string', value: 'id', meaning: 'the organization', required: true },
    days: { type: 'string', value: 'number', meaning: '1 to 36500', required: true },
    json,
  },
  async run(context, values) {
    const organizationId = wholeNumber(values, 'org');
    const days = wholeNumber(values, 'days');
    await withDatabase(context, (database) => setImageRetention(database, organizationId, days));
    if (values.json)
      return context.printJson({ organization_id: organizationId, image_retention_days: days });
    context.print(`Pictures of organization ${organizationId} are kept for ${days} days.`);
  },
};
