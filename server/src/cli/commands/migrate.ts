import { distribute } from '../../db/distribute.ts';
import { migrate as migrateDatabase } from '../../db/migrate.ts';
import { openDatabase } from '../../db/open-database.ts';
import { DISTRIBUTED_BY, distributedTables } from '../../domain/federal/distributed-tables.ts';
import { type Command, json } from '../command.ts';

export const migrate: Command = {
  name: 'migrate',
  audit: { none: 'The table of migrations keeps every migration.' },
  summary: 'Apply pending migrations',
  options: {
    json,
    distribute: {
      type: 'boolean',
      meaning: 'then distribute the large tables over the nodes (requires the citus extension)',
    },
  },
  async run(context, values) {
    const opened = await openDatabase(context.settings, context.log);
    try {
      const applied = await migrateDatabase(opened.database);
      if (!values.json)
        context.print(applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`);
      if (!values.distribute) {
        if (values.json) context.printJson({ applied });
        return;
      }
      const { distributed, state } = await distribute(opened.database, distributedTables(), DISTRIBUTED_BY);
      if (values.json) return context.printJson({ applied, distributed, ...state });
      context.print(
        `Distributed ${distributed.length} more tables. In total: ${state.tables} tables, ${state.shards} shards, ${state.nodes.length} nodes.`,
      );
    } finally {
      await opened.close();
    }
  },
};
