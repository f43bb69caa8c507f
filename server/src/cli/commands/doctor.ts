import { pendingMigrations } from '../../db/migrate.ts';
import { openDatabase } from '../../db/open-database.ts';
import { closing } from '../../lib/async/closing.ts';
import { AppError, messageOf } from '../../lib/errors.ts';
import type { Command } from '../command.ts';
import { type Check, type Finding, type OfflineSubject, runCheck, type Subject } from '../doctor/check.ts';
import { databaseChecks, databaseFix } from '../doctor/database-checks.ts';
import { machineChecks } from '../doctor/machine-checks.ts';
import { serviceChecks } from '../doctor/service-checks.ts';
import { workChecks } from '../doctor/work-checks.ts';
import { json, option, text } from '../options.ts';

export const doctor: Command = {
  name: 'doctor',
  audit: { none: 'Changes nothing.' },
  summary: 'Check the machine, settings, database, blobs, mail and work, and state the fix of each problem',
  options: {
    check: option('name', 'run only this check, such as "read replica"'),
    json,
  },
  async run({ settings, log, print, printJson, fail }, values) {
    const subject: OfflineSubject = { settings, log };
    const only = text(values, 'check');
    const findings = [
      ...(await runAll(machineChecks, subject, only)),
      ...(await checkDatabase(subject, only)),
      ...(await runAll(serviceChecks, subject, only)),
    ];
    if (findings.length === 0) throw new AppError('invalid', unknownCheck());
    const count = (state: Finding['state']) => findings.filter((one) => one.state === state).length;
    if (count('failed') > 0) fail();
    if (values.json) return printJson({ findings });
    const width = Math.max(...findings.map(({ check }) => check.length));
    for (const finding of findings) print(findingText(finding, width));
    print(`\n${count('failed')} failed, ${count('warning')} warnings, ${count('ok')} ok.`);
  },
};

function unknownCheck(): string {
  const names = [...machineChecks, ...databaseChecks, ...workChecks, ...serviceChecks].map(
    ({ name }) => name,
  );
  return `--check must be one of ${names.join(', ')}, and the database must have its schema for some of them.`;
}

async function checkDatabase(offline: OfflineSubject, only: string | undefined): Promise<Finding[]> {
  const isOther = [...machineChecks, ...serviceChecks].some(({ name }) => name === only);
  if (isOther) return [];
  const opened = await openDatabase(offline.settings, offline.log).catch((error: unknown) => error as Error);
  if (opened instanceof Error) {
    const why = 'Milepost stores everything but images in the database.';
    return [{ check: 'database', state: 'failed', says: messageOf(opened), why, fix: databaseFix(opened) }];
  }
  await using closed = closing(opened);
  const { database, where } = closed;
  const subject: Subject = { ...offline, database, where };
  const hasSchema = await pendingMigrations(database).then(
    ({ length }) => length === 0,
    () => false,
  );
  const checks = hasSchema
    ? [...databaseChecks, ...workChecks]
    : databaseChecks.filter(({ needsSchema }) => !needsSchema);
  return await runAll(checks, subject, only);
}

/** One after another, so that the checks do not disturb each other's measurements. */
async function runAll<S>(checks: Check<S>[], subject: S, only: string | undefined): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const check of checks) {
    if (only === undefined || only === check.name) findings.push(await runCheck(check, subject));
  }
  return findings;
}

function findingText({ check, state, says, why, fix }: Finding, width: number): string {
  const indent = ' '.repeat(9);
  const lines = [`${state.padEnd(7)}  ${check.padEnd(width)}  ${says}`];
  if (why !== null) lines.push(`${indent}Why: ${why}`);
  if (fix !== null) lines.push(`${indent}Fix: ${fix}`);
  return lines.join('\n');
}
