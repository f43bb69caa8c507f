import { setMorning } from '../../domain/alerts/fire/set-morning.ts';
import { type Command, json } from '../command.ts';
import { wholeNumber } from '../whole-number.ts';
import { withDatabase } from '../with-database.ts';

export const orgMorning: Command = {
  name: 'org morning',
  summary: "Set when an organization's daily alerts go out, in its own time zone (at first 07:00)",
  operands: '<organization id> <HH:MM>',
  options: { json },
  async run(context, values, operands) {
    const organizationId = wholeNumber({ 'organization id': operands[0] }, 'organization id');
    const morning = operands[1] ?? '';
    await withDatabase(context, (database) => setMorning(database, organizationId, morning));
    if (values.json) return context.printJson({ organization_id: organizationId, morning });
    context.print(`Daily alerts of organization ${organizationId} go out at ${morning}.`);
  },
};
