import { distribute, readDistribution, undistribute } from '../../db/distribute.ts';
import { migrate as migrateDatabase } from '../../db/migrate.ts';
import { DATABASE_WAIT_MS, openDatabase } from '../../db/open-database.ts';
import { distributions } from '../../domain/observations/distribution.ts';
import { closing } from '../../lib/async/closing.ts';
import { operatorError } from '../../lib/errors.ts';
import type { Command } from '../command.ts';
import { flag, json } from '../options.ts';

export const migrate: Command = {
  name: 'migrate',
  audit: { none: 'The table of migrations keeps every migration.' },
  summary: 'Apply pending migrations',
  options: {
    json,
    distribute: flag(
      'then distribute observations, images and sightings over the nodes (requires the citus extension)',
    ),
    undistribute: flag('then move all distributed tables back to this server'),
  },
  async run(context, values) {
    if (values.distribute && values.undistribute)
      throw operatorError('Use either --distribute or --undistribute.');
    await using opened = closing(
      await openDatabase(context.settings, context.log, { waitMs: DATABASE_WAIT_MS }),
    );
    const { database } = opened;
    const applied = await migrateDatabase(database);
    if (!values.json)
      context.print(applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`);
    if (values.distribute) {
      const distributed = await distribute(database, distributions);
      const state = await readDistribution(database);
      if (values.json) return context.printJson({ applied, distributed, ...state });
      return context.print(
        `Distributed ${distributed.length} more tables. In total: ${state.tables.length} tables, ${state.shards} shards, ${state.nodes.length} nodes.`,
      );
    }
    const undistributed = values.undistribute ? await undistribute(database) : null;
    if (values.json) return context.printJson({ applied, ...(undistributed && { undistributed }) });
    if (undistributed !== null)
      context.print(
        undistributed.length === 0
          ? 'No table is distributed.'
          : `Moved back to this server: ${undistributed.join(', ')}.`,
      );
  },
};
