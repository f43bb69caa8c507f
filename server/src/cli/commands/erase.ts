import { hostname } from 'node:os';
import { openBlobs } from '../../adapters/blobs/open-blobs.ts';
import { openMailer } from '../../adapters/mail/open-mailer.ts';
import { loadSecrets } from '../../config/secret-file.ts';
import { auditKeys } from '../../domain/audit/audit-keys.ts';
import { AuditLog } from '../../domain/audit/audit-log.ts';
import { ImageSweeper } from '../../domain/images/sweep-images.ts';
import { type Erasure, type ErasurePlan, eraseVehicle } from '../../domain/privacy/erase/erase-vehicle.ts';
import type { Affected } from '../../domain/privacy/erase/list-affected.ts';
import type { ScannedTable } from '../../domain/privacy/erase/scan-database.ts';
import { platePattern, type VehiclePattern, vinPattern } from '../../domain/privacy/erase/vehicle-pattern.ts';
import { closing } from '../../lib/async/closing.ts';
import { systemClock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import type { Command, Context, Values } from '../command.ts';
import { confirm } from '../confirm.ts';
import { counted, formatCount } from '../format.ts';
import { flag, json, option, text } from '../options.ts';
import { userName, withDatabase } from '../with-database.ts';

export const erase: Command = {
  name: 'erase',
  audit: { none: 'Records itself, with the keyed hash of the plate or VIN.' },
  summary: 'Erase a plate or VIN with its images, sightings, matches and notifications',
  options: {
    plate: option('plate', 'the plate; spaces, dashes and confused characters do not matter'),
    state: option('XX', 'only the plate of this state, or of an unknown state'),
    vin: option('VIN', 'the VIN'),
    'dry-run': flag('only list what would be erased'),
    'include-alerts': flag('also delete the alerts that name it'),
    'all-copies': flag('also erase other records of the same image files, whatever their plate'),
    'by-value': flag(
      'only erase sightings with this plate or VIN, in a time that does not grow with the tables; texts and copies are left for a second run without it',
    ),
    yes: flag('do not ask before erasing'),
    json,
  },
  async run(context, values) {
    const pattern = patternOf(values);
    const isDryRun = values['dry-run'] === true;
    const erasure = await runErase(context, pattern, {
      isDryRun,
      includeAlerts: values['include-alerts'] === true,
      allCopies: values['all-copies'] === true,
      onlyByValue: values['by-value'] === true,
      confirm: (plan) => askFirst(context, values, plan),
    });
    const { own } = erasure.scan;
    // With a state, plates of other states stay.
    const hasState = text(values, 'state') !== undefined;
    if (!isDryRun && !hasState && own.length > 0) context.fail();
    if (values.json) return context.printJson({ dry_run: isDryRun, ...erasure });
    print(context, erasure, isDryRun);
  },
};

function patternOf(values: Values): VehiclePattern {
  const [plate, vin, state] = [text(values, 'plate'), text(values, 'vin'), text(values, 'state')];
  if ((plate === undefined) === (vin === undefined)) {
    throw new AppError('invalid', 'Specify either --plate or --vin.');
  }
  if (vin !== undefined && state !== undefined) throw new AppError('invalid', '--state belongs to --plate.');
  return vin === undefined ? platePattern(plate ?? '', state) : vinPattern(vin);
}

async function runErase(
  context: Context,
  pattern: VehiclePattern,
  options: Parameters<typeof eraseVehicle>[2],
): Promise<Erasure> {
  const { settings, log } = context;
  const keys = auditKeys((await loadSecrets(settings)).SECRET_KEY.keys);
  return withDatabase(context, async (database) => {
    await using blobs = closing(await openBlobs(settings.blobs, settings.dataDir));
    await using mailer = closing(openMailer(settings));
    const images = new ImageSweeper({ database, clock: systemClock, blobs });
    const auditLog = new AuditLog(database, keys, systemClock, log);
    const who = {
      at: systemClock.now(),
      actor: { kind: 'cli' as const, id: null, name: userName() },
      address: hostname(),
    };
    return await eraseVehicle({ database, images, mailer, auditLog }, pattern, options, who);
  });
}

async function askFirst(context: Context, values: Values, plan: ErasurePlan): Promise<void> {
  if (values.yes) return;
  for (const line of planLines(plan, true)) context.printError(line);
  const answer = await confirm(context, 'Erase this? It cannot be undone.');
  if (answer === null) throw new AppError('invalid', 'Nothing was erased. Repeat with --yes to erase this.');
  if (!answer) throw new AppError('invalid', 'Nothing was erased.');
}

const MAX_LISTED = 50;

/** Everything besides the vehicle that an erasure takes, and what it leaves. */
function planLines({ affected, copies }: ErasurePlan, isDryRun: boolean): string[] {
  const lines = [`${counted(affected.images, 'image')} ${isDryRun ? 'would be' : 'were'} erased`];
  lines.push(...affectedLines(affected));
  if (copies.images > 0) {
    lines.push(
      `${counted(copies.images, 'other record')} of the same image files ${isDryRun ? 'would stay' : 'stayed'}, and with them the files (--all-copies erases them)`,
      ...affectedLines(copies),
    );
  }
  return lines;
}

function affectedLines({ plates, carriers, organizations }: Affected): string[] {
  const lines = [
    ...plates.map(({ plate, state, images }) => `other plate ${plate} ${state || '(no state)'}: ${images}`),
    ...carriers.map(({ usdot_number, images }) => `carrier USDOT ${usdot_number}: ${images}`),
    ...organizations.map(
      ({ organization_id, name, images }) => `organization ${organization_id} ${name}: ${images}`,
    ),
  ].map((line) => `  ${line}`);
  const more = lines.length - MAX_LISTED;
  return more > 0 ? [...lines.slice(0, MAX_LISTED), `  and ${more} more; --json lists all`] : lines;
}

function print(
  context: Context,
  { counts, alerts, scan, is_complete, ...plan }: Erasure,
  isDryRun: boolean,
): void {
  context.print(isDryRun ? 'Would be erased:' : 'Erased:');
  for (const [what, count] of Object.entries(counts)) {
    context.print(`  ${what.replaceAll('_', ' ')}: ${formatCount(count)}`);
  }
  for (const { id, organization_id, email } of alerts) {
    context.print(`  alert ${id} of organization ${organization_id}, owner ${email}`);
  }
  for (const line of planLines(plan, isDryRun)) context.print(line);
  if (scan.federal.length > 0) context.print('Federal records, which are exempt:');
  for (const table of scan.federal) context.print(describe(table));
  if (scan.own.length > 0) context.print(isDryRun ? 'Found in:' : 'Still found in:');
  for (const table of scan.own) context.print(describe(table));
  if (!is_complete) context.print('Other texts and copies were not searched. Repeat without --by-value.');
  else if (!isDryRun && scan.own.length === 0)
    context.print(
      'No table contains it any more. Backups and the write-ahead log keep it until they expire.',
    );
}

function describe({ table, columns, rows, keys }: ScannedTable): string {
  return `  ${table} (${columns.join(', ')}): ${counted(rows, 'row')}, keys ${keys.join('; ')}`;
}
