import { runScores } from '../../domain/safety/run/run-scores.ts';
import type { MethodId } from '../../domain/safety/sms/method.ts';
import { isMethod } from '../../domain/safety/sms/methods.ts';
import { AppError } from '../../lib/errors.ts';
import { type Command, json, text, type Values } from '../command.ts';
import { giveWay } from '../give-way.ts';
import { ProgressBar } from '../progress-bar.ts';
import { sayScores } from '../say-scores.ts';
import { withDatabase } from '../with-database.ts';
import { compareScores } from './compare-scores.ts';

export const score: Command = {
  name: 'score',
  summary: 'Compute the safety scores of all carriers and store them as the run of the month',
  options: {
    'as-of': {
      type: 'string',
      value: 'YYYY-MM-DD',
      meaning: 'score for this day (default: that of the files)',
    },
    method: {
      type: 'string',
      value: 'current|preview',
      meaning: 'the method in force, or the approved new one (default current)',
    },
    compare: { type: 'boolean', meaning: 'compare our measures with those that FMCSA published' },
    json,
  },
  async run(context, values) {
    const method = methodOf(values);
    const asOf = dayOf(values);
    if (values.compare) return await compareScores(context, values);
    let bar: ProgressBar | null = null;
    const result = await withDatabase(context, (database) =>
      runScores(database, {
        method,
        asOf,
        giveWay: context.settings.database.url === null ? giveWay : undefined,
        onProgress: ({ phase, rows, totalRows }) => {
          if (values.json) return;
          bar ??= new ProgressBar(process.stderr, totalRows);
          bar.show({ phase, rows, bytes: rows });
        },
      }),
    );
    (bar as ProgressBar | null)?.clear();
    if (values.json) return context.printJson(result);
    for (const line of sayScores(result)) context.print(line);
  },
};

export function methodOf(values: Values): MethodId {
  const method = text(values, 'method') ?? 'current';
  if (!isMethod(method)) throw new AppError('invalid', '--method must be current or preview.');
  return method;
}

function dayOf(values: Values): string | null {
  const day = text(values, 'as-of') ?? null;
  if (day !== null && (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day))))
    throw new AppError('invalid', '--as-of must be a day such as 2026-10-30.');
  return day;
}
