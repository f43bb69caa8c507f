import Type from 'typebox';
import { closed, Day, named, nullable, oneOf, StoredTime } from '../schema.ts';

export const Import = named('Import', {
  dataset: Type.String(),
  title: Type.String(),
  expected_on: nullable(
    Type.String({
      format: 'date',
      description:
        'The date of the data of the next file, if it follows the last one as the last six did. Null before the second import.',
    }),
  ),
  load: nullable(
    closed({
      file_name: Type.String(),
      as_of: Type.String({ format: 'date', description: 'The date of the data.' }),
      age_days: Type.Integer({ description: 'Days since the date of the data.' }),
      loaded_at: StoredTime,
      rows_kept: Type.Integer(),
      rows_rejected: Type.Integer(),
      seconds: Type.Number(),
    }),
  ),
});
export const ImportList = named('ImportList', {
  imports: Type.Array(Import, { description: 'Every dataset; `load` is null before its first import.' }),
  warnings: Type.Array(Type.String()),
});

const StoredScoreRun = named('StoredScoreRun', {
  run_id: Type.Integer(),
  method: oneOf(['current', 'preview']),
  version: Type.String(),
  as_of: Day,
  is_latest: Type.Boolean({ description: 'The run that scores are read from.' }),
  carriers: Type.Integer({ description: 'Carriers with an inspection or a crash.' }),
  ranked: Type.Integer({ description: 'Carriers with at least one percentile.' }),
  seconds: Type.Number(),
  created_at: StoredTime,
  notes: Type.Array(Type.String()),
});
export const ScoreRunList = named('ScoreRunList', {
  is_running: Type.Boolean({ description: 'A run is in progress.' }),
  runs: Type.Array(StoredScoreRun, { description: 'Newest first.' }),
  violations: Type.Integer({ description: 'Violations in the imported files.' }),
  violations_without_weight: Type.Integer({ description: 'Those whose code has no severity weight.' }),
});
