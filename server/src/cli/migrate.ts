import { migrate as migrateDatabase } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { type Command, json } from './command.ts';

export const migrate: Command = {
  name: 'migrate',
  summary: 'Bring the database to the newest schema',
  options: { json },
  async run(context, values) {
    const opened = await openDatabase(context.settings, context.log);
    try {
      const applied = await migrateDatabase(opened.database);
      if (values.json) return context.printJson({ applied });
      context.print(applied.length === 0 ? 'The schema is current.' : `Applied ${applied.join(', ')}.`);
    } finally {
      await opened.close();
    }
  },
};
