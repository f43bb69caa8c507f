import { hostname } from 'node:os';
import { openBlobs } from '../../adapters/blobs/open-blobs.ts';
import { openMailer } from '../../adapters/mail/open-mailer.ts';
import { loadSecrets } from '../../config/secret-file.ts';
import { auditKeys } from '../../domain/audit/audit-keys.ts';
import { AuditLog } from '../../domain/audit/audit-log.ts';
import { ImageSweeper } from '../../domain/images/sweep-images.ts';
import { type Erasure, eraseVehicle } from '../../domain/privacy/erase/erase-vehicle.ts';
import type { ScannedTable } from '../../domain/privacy/erase/scan-database.ts';
import { platePattern, type VehiclePattern, vinPattern } from '../../domain/privacy/erase/vehicle-pattern.ts';
import { closing } from '../../lib/async/closing.ts';
import { systemClock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import type { Command, Context, Values } from '../command.ts';
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
    json,
  },
  async run(context, values) {
    const pattern = patternOf(values);
    const isDryRun = values['dry-run'] === true;
    const options = { isDryRun, includeAlerts: values['include-alerts'] === true };
    const erasure = await runErase(context, pattern, options);
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
  options: { isDryRun: boolean; includeAlerts: boolean },
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

function print(context: Context, { counts, alerts, scan }: Erasure, isDryRun: boolean): void {
  context.print(isDryRun ? 'Would be erased:' : 'Erased:');
  for (const [what, count] of Object.entries(counts)) {
    context.print(`  ${what.replaceAll('_', ' ')}: ${formatCount(count)}`);
  }
  for (const { id, organization_id, email } of alerts) {
    context.print(`  alert ${id} of organization ${organization_id}, owner ${email}`);
  }
  if (scan.federal.length > 0) context.print('Federal records, which are exempt:');
  for (const table of scan.federal) context.print(describe(table));
  if (scan.own.length > 0) context.print(isDryRun ? 'Found in:' : 'Still found in:');
  for (const table of scan.own) context.print(describe(table));
  if (!isDryRun && scan.own.length === 0) context.print('Nothing else in the database contains it.');
}

function describe({ table, columns, rows, keys }: ScannedTable): string {
  return `  ${table} (${columns.join(', ')}): ${counted(rows, 'row')}, keys ${keys.join('; ')}`;
}
