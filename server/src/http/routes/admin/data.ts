import { ImportList, ScoreRunList } from '../../../contract/admin/data.ts';
import { catalogCoverage } from '../../../domain/federal/catalog/read-catalog.ts';
import { listDatasets } from '../../../domain/federal/loads.ts';
import { isScoring, listRuns } from '../../../domain/safety/stored-runs.ts';
import { operatorAdmin } from '../../access.ts';
import { type Route, routeOf } from '../../route.ts';

const route = routeOf('Operations');

export const dataRoutes: Route[] = [
  route('GET /admin/imports', {
    operationId: 'listImports',
    summary: 'List the federal datasets with their current import',
    description: 'For operators.',
    access: operatorAdmin(),
    success: { schema: ImportList, description: 'Every dataset.' },
    handler: async ({ database, clock }) => {
      const { datasets, warnings } = await listDatasets(database, clock.now());
      return {
        imports: datasets.map(({ dataset, title, age_days, expected_on, load }) => ({
          dataset,
          title,
          expected_on,
          load: load && {
            file_name: load.file_name,
            as_of: load.as_of,
            age_days: age_days ?? 0,
            loaded_at: load.loaded_at,
            rows_kept: load.rows_kept,
            rows_rejected: load.rows_rejected,
            seconds: load.seconds,
          },
        })),
        warnings,
      };
    },
  }),
  route('GET /admin/score-runs', {
    operationId: 'listScoreRuns',
    summary: 'List the runs of the safety scores',
    description: 'For operators.',
    access: operatorAdmin(),
    success: { schema: ScoreRunList, description: 'The stored runs.' },
    handler: async ({ database }) => {
      const runs = [];
      for (const method of ['current', 'preview'] as const) {
        for (const [index, run] of (await listRuns(database, method)).entries()) {
          const { id, version, as_of, carriers, ranked, seconds, created_at, notes } = run;
          runs.push({
            run_id: id,
            method,
            version,
            as_of,
            is_latest: index === 0,
            carriers,
            ranked,
            seconds,
            created_at,
            notes,
          });
        }
      }
      const { violations, without_weight } = await catalogCoverage(database);
      return {
        is_running: await isScoring(database),
        runs: runs.sort((a, b) => b.created_at.getTime() - a.created_at.getTime()),
        violations,
        violations_without_weight: without_weight,
      };
    },
  }),
];
