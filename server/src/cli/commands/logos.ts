import { addLogo, listLogos } from '../../domain/logos/logos.ts';
import { type Command, json } from '../command.ts';
import { withDatabase } from '../with-database.ts';

export const logoAdd: Command = {
  name: 'logo add',
  summary: 'Add a trailer wordmark that alerts may name and recognition looks for',
  operands: '<name>',
  options: { json },
  async run(context, values, operands) {
    const added = await withDatabase(context, (database) => addLogo(database, operands.join(' ')));
    if (values.json) return context.printJson(added);
    context.print(added.is_new ? `Added: ${added.name}` : `Known already: ${added.name}`);
  },
};

export const logoList: Command = {
  name: 'logo list',
  summary: 'List the trailer wordmarks',
  options: { json },
  async run(context, values) {
    const logos = await withDatabase(context, listLogos);
    if (values.json) return context.printJson({ logos });
    for (const name of logos) context.print(name);
  },
};
