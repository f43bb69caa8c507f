import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { type TestContext, test } from 'node:test';
import { type Dataset, headersOf } from '../../src/domain/federal/dataset.ts';
import { smsCensus, smsInspection, smsViolation } from '../../src/domain/federal/datasets/sms-inputs.ts';
import { smsCPassenger } from '../../src/domain/federal/datasets/sms-outputs.ts';
import { comparePublished } from '../../src/domain/safety/compare-published.ts';
import { latestScores } from '../../src/domain/safety/read-scores.ts';
import { runScores } from '../../src/domain/safety/run/run-scores.ts';
import { percentileByCuts } from '../../src/domain/safety/sms/percentiles.ts';
import { testDatabase } from '../support/database.ts';
import { type Row, testImporter } from '../support/federal/federal-files.ts';
import { exampleRows } from '../support/federal/federal-rows.ts';
import { samplePath } from '../support/samples.ts';

async function fixture(t: TestContext, name: string) {
  const path = samplePath(t, 'FEDERAL_SAMPLES', `sms_fixture/${name}`);
  return path && JSON.parse(await readFile(path, 'utf8'));
}

/** The portal's JSON has lower-case names. */
function renamed(dataset: Dataset, rows: Record<string, string>[]): Row[] {
  const headers = new Map(headersOf(dataset).map((header) => [header.toLowerCase(), header]));
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).flatMap(([name, value]) => {
        const header = headers.get(name);
        return header ? [[header, value]] : [];
      }),
    ),
  );
}

test('computes the measure that FMCSA published for carrier 1021580', async (t) => {
  const inputs = await fixture(t, 'inputs_dot1021580.json');
  const outputs = await fixture(t, 'outputs_passenger_4carriers.json');
  if (!inputs || !outputs) return;
  const db = await testDatabase();
  const importer = await testImporter(db, new Date('2026-11-15T12:00:00Z'));
  const asOf = { asOf: '2026-08-28' };
  const census = {
    DOT_NUMBER: 1021580,
    LEGAL_NAME: 'A CARRIER',
    PC_FLAG: 'true',
    NBR_POWER_UNIT: 17,
    DRIVER_TOTAL: 17,
  };
  await importer.rows(smsCensus, [census], asOf);
  await importer.datasets({ 'out-of-service-orders': exampleRows['out-of-service-orders'] ?? [] }, asOf);
  await importer.rows(smsInspection, renamed(smsInspection, inputs.inspections), asOf);
  await importer.rows(smsViolation, renamed(smsViolation, inputs.violations), asOf);
  const published = outputs.rows.filter((row: { dot_number: string }) => row.dot_number === '1021580');
  await importer.rows(smsCPassenger, renamed(smsCPassenger, published), asOf);
  await runScores(db, { method: 'current' });

  const { basics, iss } = await latestScores(db, 1021580);
  const maintenance = basics.find(({ basic }) => basic === 'vehicle_maintenance');
  assert.ok(Math.abs((maintenance?.measure ?? 0) - 6 / 17) < 1e-6);
  assert.deepEqual(
    [maintenance?.relevant_inspections, maintenance?.inspections_with_violation, maintenance?.status],
    [17, 2, 'Inconclusive'],
  );
  const { basics: compared, differences } = await comparePublished(db);
  assert.deepEqual(differences, []);
  assert.deepEqual(
    compared.map((one) => [one.nonzero, one.equal, one.zero, one.published_without_input]),
    // All inspections are of vehicles only: one measure was computed, and FMCSA published 0 for three without any input.
    compared.map(({ basic }) => {
      if (basic === 'vehicle_maintenance') return [1, 1, 0, 0];
      return basic === 'unsafe_driving' ? [0, 0, 1, 0] : [0, 0, 0, 1];
    }),
  );
  // FMCSA published 0 % for driving and substances, and too few inspections for the other two.
  const shown = Object.fromEntries(basics.map(({ basic, percentile }) => [basic, percentile]));
  assert.deepEqual(
    [shown.unsafe_driving, shown.controlled_substances, shown.hours_of_service, shown.driver_fitness],
    [0, 0, null, null],
  );
  assert.ok(iss && iss.score >= 1 && iss.score <= 100);
});

test('reads the percentiles of FMCSA tables of cuts', async (t) => {
  const file = await fixture(t, 'measure_percentile_curves.json');
  if (!file) return;
  for (const { points } of file.curves as { points: { percentile: number; min_measure: number }[] }[]) {
    const cuts = Float64Array.from(points, ({ min_measure }) => min_measure);
    for (const [i, { percentile, min_measure }] of points.entries()) {
      if (points[i + 1]?.min_measure === min_measure) continue;
      assert.equal(percentileByCuts(cuts, min_measure), percentile);
      assert.ok(percentileByCuts(cuts, min_measure - 0.001) < Math.max(1, percentile));
    }
  }
});
