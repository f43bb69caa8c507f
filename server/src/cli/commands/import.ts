import { publicOnly, publicOrLoopback } from '../../adapters/outbound/address-policy.ts';
import { createOutbound } from '../../adapters/outbound/create-outbound.ts';
import { replaceDemo } from '../../demo/replace-demo.ts';
import type { Dataset } from '../../domain/federal/dataset.ts';
import { allDatasets } from '../../domain/federal/datasets/all-datasets.ts';
import { download } from '../../domain/federal/download/download.ts';
import { type ImportEvents, importFiles } from '../../domain/federal/import/import-files.ts';
import {
  DEMO_IN_THE_WAY,
  type DemoReplacement,
  type LoadResult,
} from '../../domain/federal/import/load-file.ts';
import { type DatasetState, hasDemoLoads, listDatasets } from '../../domain/federal/loads.ts';
import { dropOldRuns } from '../../domain/safety/run/drop-old-runs.ts';
import { closing } from '../../lib/async/closing.ts';
import { systemClock } from '../../lib/clock.ts';
import { AppError, operatorError } from '../../lib/errors.ts';
import { textTable } from '../../lib/text-table.ts';
import type { Command, Context, Values } from '../command.ts';
import { confirm } from '../confirm.ts';
import { counted, formatCount } from '../format.ts';
import { giveWay } from '../give-way.ts';
import { dayOption, flag, json, option, text } from '../options.ts';
import { ProgressBar } from '../progress-bar.ts';
import { startRun } from '../run-line.ts';
import { withDatabase } from '../with-database.ts';
import { scoreAfterImport } from './score.ts';

export const importCommand: Command = {
  name: 'import',
  audit: { none: 'The table federal_loads keeps every import.' },
  summary: 'Import federal files (CSV or TXT, also as gz or zip) and update the safety scores',
  operands: '[files or folders…] | --download [datasets…]',
  options: {
    download: flag(
      'download the named datasets (see --list; default: IMPORT_DATASETS) from the public portal, then import them',
    ),
    list: flag('list the datasets with their as-of day, age and number of rows'),
    as: option('dataset', 'dataset of the files, if it cannot be identified'),
    'as-of': option('YYYY-MM-DD', 'as-of day of the files'),
    'replace-demo': flag('remove the synthetic demo without asking; needed once, where no one can be asked'),
    force: flag('import files that would be rejected or are already imported'),
    json,
  },
  async run(context, values, operands) {
    if (values.list) return await printList(context, values);
    if (values.download && operands.length === 0) operands = context.settings.federal.datasets;
    if (operands.length === 0)
      throw new AppError(
        'invalid',
        'Specify files or folders, or --list. With --download, name datasets, or set IMPORT_DATASETS.',
      );
    const replacement = await confirmReplacement(context, values);
    const paths = values.download ? await downloadFiles(context, operands.map(datasetNamed)) : operands;
    await importAll(context, values, paths, replacement);
  },
};

const REPLACED = `It removes the demo's carriers, scores, archives and sightings, and its alerts, matches and images. The login stays.`;

/** Before anything is downloaded. Undefined if the demo is not loaded. */
async function confirmReplacement(context: Context, values: Values): Promise<DemoReplacement | undefined> {
  if (values['replace-demo'] === true) return replaceDemo;
  if (!(await withDatabase(context, hasDemoLoads))) return undefined;
  if (await confirm(context, `Real data replaces the synthetic demo. ${REPLACED} Continue?`))
    return replaceDemo;
  throw operatorError(`${DEMO_IN_THE_WAY} Use --replace-demo. ${REPLACED}`);
}

async function importAll(
  context: Context,
  values: Values,
  paths: string[],
  replacement: DemoReplacement | undefined,
): Promise<void> {
  const as = text(values, 'as');
  const asOf = dayOption(values, 'as-of');
  const { results, refused, scores } = await withDatabase(context, async (database) => {
    const wasDemo = await hasDemoLoads(database);
    const imported = await importFiles(database, paths, {
      dataDir: context.settings.dataDir,
      force: values.force === true,
      as: as === undefined ? undefined : datasetNamed(as),
      asOf,
      clock: systemClock,
      giveWay: context.settings.database.url === null ? giveWay : undefined,
      replaceDemo: replacement,
      events: importEvents(context, values.json === true),
    });
    if (wasDemo && !(await hasDemoLoads(database))) {
      await dropOldRuns(database);
      context.printError('The synthetic demo was removed. Its login stays.');
    }
    return { ...imported, scores: await scoreAfterImport(database, context, values, imported.results) };
  });
  if (values.json) context.printJson({ loads: results, refused, scores });
  if (refused > 0)
    throw operatorError(`${refused} ${refused === 1 ? 'file was' : 'files were'} not imported.`);
}

function datasetNamed(name: string): Dataset {
  const dataset = allDatasets.find((one) => one.name === name);
  if (dataset) return dataset;
  throw operatorError(`Unknown dataset "${name}". Datasets: ${allDatasets.map((d) => d.name).join(', ')}.`);
}

/** Prints what happens to each file, and logs one line for it. */
function importEvents(context: Context, asJson: boolean): ImportEvents {
  const { print, printError, stderr } = context;
  const say = asJson ? () => undefined : print;
  let bar: ProgressBar | undefined;
  let end = startRun(context, 'import');
  return {
    onIdentified(source, { dataset, hasHeader }, asOf) {
      end = startRun(context, 'import');
      if (!asJson) bar = new ProgressBar(stderr, source.bytes);
      const how = hasHeader ? 'by its header' : 'by its columns; it has no header';
      say(`${source.name}: ${dataset.title} (identified ${how}), as of ${asOf}`);
    },
    onProgress: (_source, progress) => bar?.show(progress),
    onLoaded(result) {
      bar?.clear();
      const { dataset, outcome, rows_kept, rows_rejected } = result;
      end({ outcome, dataset, rows_kept, rows_rejected });
      say(loadText(result));
    },
    onSkipped: (name) => say(`${name}: not a federal file, skipped`),
    onRefused(name, reason) {
      bar?.clear();
      end({ outcome: 'rejected', file_name: name });
      printError(reason);
    },
  };
}

function loadText(load: LoadResult): string {
  if (load.outcome === 'unchanged') return '  This file is already imported; nothing changed.';
  const parts = [`${counted(load.rows_kept, 'row')} in ${load.seconds.toFixed(1)} s`];
  if (load.rows_repeated > 0) parts.push(`${formatCount(load.rows_repeated)} repeated rows skipped`);
  if (load.rows_blank > 0) parts.push(`${formatCount(load.rows_blank)} empty rows skipped`);
  if (load.cells_unread > 0) parts.push(`${formatCount(load.cells_unread)} cells stored only as text`);
  if (load.rows_rejected > 0)
    parts.push(`${counted(load.rows_rejected, 'row')} rejected, see ${load.reject_file}`);
  return `  ${parts.join('; ')}.`;
}

/** Downloads the datasets one after another and returns the files. */
async function downloadFiles({ settings, printError }: Context, datasets: Dataset[]): Promise<string[]> {
  const allows = settings.mode === 'local' ? publicOrLoopback : publicOnly;
  await using client = closing(createOutbound({ allows, userAgent: 'Milepost', connectTimeoutMs: 10_000 }));
  const portal = { client, baseUrl: settings.federal.portalUrl, appToken: settings.federal.appToken };
  const files: string[] = [];
  for (const dataset of datasets) {
    const onPage = (rows: number) => printError(`  ${counted(rows, 'row')} of ${dataset.title}`);
    const file = await download(portal, dataset, { dataDir: settings.dataDir, onPage });
    const state = file.isNew ? 'downloaded' : 'unchanged since the last download';
    printError(`${dataset.title}: ${counted(file.rows, 'row')}, ${state}`);
    files.push(file.path);
  }
  return files;
}

async function printList(context: Context, values: Values): Promise<void> {
  const states = await withDatabase(context, (database) => listDatasets(database, systemClock.now()));
  if (values.json) return context.printJson({ datasets: states.datasets, warnings: states.warnings });
  const row = (one: DatasetState) => [
    one.dataset,
    one.load ? one.load.as_of : '',
    one.age_days === null ? '' : counted(one.age_days, 'day'),
    one.load ? one.load.rows_kept : null,
    one.load ? one.load.loaded_at.toISOString().slice(0, 16).replace('T', ' ') : 'not loaded',
    one.load?.file_name ?? '',
  ];
  context.print(textTable(['dataset', 'as of', 'age', 'rows', 'imported', 'file'], states.datasets.map(row)));
  for (const warning of states.warnings) context.print(warning);
}
