import { addLogo, listLogos } from '../../domain/logos/logos.ts';
import type { Command } from '../command.ts';
import { json } from '../options.ts';
import { withDatabase } from '../with-database.ts';

export const logoAdd: Command = {
  name: 'logo add',
  audit: { action: 'logo.create' },
  summary: 'Add a trailer logo, for alerts and recognition',
  operands: '<name>',
  options: { json },
  async run(context, values, operands) {
    const added = await withDatabase(context, (database) => addLogo(database, operands.join(' ')));
    if (values.json) return context.printJson(added);
    context.print(added.is_new ? `Added: ${added.name}` : `Already exists: ${added.name}`);
  },
};

export const logoList: Command = {
  name: 'logo list',
  audit: { none: 'Changes nothing.' },
  summary: 'List the trailer logos',
  options: { json },
  async run(context, values) {
    const logos = await withDatabase(context, listLogos);
    if (values.json) return context.printJson({ logos });
    for (const name of logos) context.print(name);
  },
};
