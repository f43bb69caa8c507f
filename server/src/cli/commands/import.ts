import type { Dataset } from '../../domain/federal/dataset.ts';
import { allDatasets } from '../../domain/federal/datasets/all-datasets.ts';
import { type ImportEvents, importFiles } from '../../domain/federal/import/import-files.ts';
import type { LoadResult } from '../../domain/federal/import/load-file.ts';
import { type DatasetState, listDatasets } from '../../domain/federal/loads.ts';
import { systemClock } from '../../lib/clock.ts';
import { AppError, operatorError } from '../../lib/errors.ts';
import { textTable } from '../../lib/text-table.ts';
import { type Command, type Context, json, text, type Values } from '../command.ts';
import { giveWay } from '../give-way.ts';
import { ProgressBar } from '../progress-bar.ts';
import { scoreAfterImport } from '../score-after-import.ts';
import { withDatabase } from '../with-database.ts';
import { downloadFiles } from './download.ts';

export const importCommand: Command = {
  name: 'import',
  summary: 'Import federal files: CSV, TXT, gz, zip',
  operands: '<files, folders or, with --download, datasets…>',
  options: {
    download: {
      type: 'boolean',
      meaning: 'fetch the datasets named (see --list) from the public portal first',
    },
    list: { type: 'boolean', meaning: 'show what is loaded, from when, how many rows, how old' },
    as: { type: 'string', value: 'dataset', meaning: 'which dataset the files are, when they do not tell' },
    'as-of': { type: 'string', value: 'YYYY-MM-DD', meaning: 'the day the files speak of' },
    force: { type: 'boolean', meaning: 'import what would be refused, or is loaded already' },
    json,
  },
  async run(context, values, operands) {
    if (values.list) return await printList(context, values);
    if (operands.length === 0) throw new AppError('invalid', 'Which files or folders? Or --list.');
    const paths = values.download ? await downloadFiles(context, operands.map(datasetNamed)) : operands;
    await importThem(context, values, paths);
  },
};

async function importThem(context: Context, values: Values, paths: string[]): Promise<void> {
  const as = text(values, 'as');
  const asOf = text(values, 'as-of');
  if (asOf !== undefined && !/^\d{4}-\d\d-\d\d$/.test(asOf))
    throw operatorError('--as-of must be a day such as 2026-09-14.');
  const { results, refused, scores } = await withDatabase(context, async (database) => {
    const imported = await importFiles(database, paths, {
      dataDir: context.settings.dataDir,
      force: values.force === true,
      as: as === undefined ? undefined : datasetNamed(as),
      asOf,
      clock: systemClock,
      giveWay: context.settings.database.url === null ? giveWay : undefined,
      events: values.json ? silentEvents : spokenEvents(context),
    });
    return { ...imported, scores: await scoreAfterImport(database, context, values, imported.results) };
  });
  if (values.json) context.printJson({ loads: results, refused, scores });
  if (refused > 0)
    throw operatorError(`${refused} ${refused === 1 ? 'file was' : 'files were'} not imported.`);
}

function datasetNamed(name: string): Dataset {
  const dataset = allDatasets.find((one) => one.name === name);
  if (dataset) return dataset;
  throw operatorError(
    `There is no dataset "${name}". There are: ${allDatasets.map((d) => d.name).join(', ')}.`,
  );
}

const silentEvents: ImportEvents = {
  onRefused: (_name, reason) => void process.stderr.write(`${reason}\n`),
};

function spokenEvents(context: Context): ImportEvents {
  let bar: ProgressBar | null = null;
  return {
    onIdentified(source, { dataset, hasHeader }, asOf) {
      bar = new ProgressBar(process.stderr, source.bytes);
      const how = hasHeader ? 'by its header' : 'by its shape, it has no header';
      context.print(`${source.name} is ${dataset.title} (${how}), as of ${asOf}.`);
    },
    onProgress: (_source, progress) => bar?.show(progress),
    onLoaded(result) {
      bar?.clear();
      context.print(sentence(result));
    },
    onSkipped: (name) => context.print(`${name}: none of the federal files, passed over.`),
    onRefused(_name, reason) {
      bar?.clear();
      process.stderr.write(`${reason}\n`);
    },
  };
}

function sentence(load: LoadResult): string {
  if (load.outcome === 'unchanged') return '  This very file is loaded already; nothing changed.';
  const number = (value: number) => value.toLocaleString('en');
  const parts = [`${number(load.rows_kept)} rows in ${load.seconds.toFixed(1)} s`];
  if (load.rows_repeated > 0) parts.push(`${number(load.rows_repeated)} repeated rows left out`);
  if (load.rows_blank > 0) parts.push(`${number(load.rows_blank)} rows without content left out`);
  if (load.cells_unread > 0) parts.push(`${number(load.cells_unread)} cells kept as text only`);
  if (load.rows_rejected > 0) parts.push(`${number(load.rows_rejected)} bad rows, see ${load.reject_file}`);
  return `  ${parts.join('; ')}.`;
}

async function printList(context: Context, values: Values): Promise<void> {
  const states = await withDatabase(context, (database) => listDatasets(database, systemClock.now()));
  if (values.json) return context.printJson({ datasets: states.datasets, warnings: states.warnings });
  const row = (one: DatasetState) => [
    one.dataset,
    one.load ? one.load.as_of : '',
    one.age_days === null ? '' : `${one.age_days} days`,
    one.load ? one.load.rows_kept : null,
    one.load ? one.load.loaded_at.toISOString().slice(0, 16).replace('T', ' ') : 'not loaded',
    one.load?.file_name ?? '',
  ];
  context.print(textTable(['dataset', 'as of', 'age', 'rows', 'imported', 'file'], states.datasets.map(row)));
  for (const warning of states.warnings) context.print(warning);
}
