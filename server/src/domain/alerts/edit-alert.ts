import type { Database } from '../../db/database.ts';
import { AppError, invalid } from '../../lib/errors.ts';
import type { Alert } from './alert.ts';
import { checkLogo } from './create-alert.ts';
import { Wrong } from './fields.ts';
import { problem, readAlertChanges } from './read-alert.ts';
import { lockAlert, type Scope, updateAlert } from './store.ts';

export const noSuchAlert = () => new AppError('not_found', 'There is no such alert.');

/** Changes what is given. Two edits at once come one after the other; neither undoes what the other did not touch. */
export function editAlert(database: Database, scope: Scope, id: number, body: unknown): Promise<Alert> {
  const { value: changes, problems } = readAlertChanges(body);
  return database.transaction(async (tx) => {
    await checkLogo(tx, changes.trailer_logo, problems);
    const alert = await lockAlert(tx, scope, id);
    if (!alert) throw noSuchAlert();
    const edited = { ...alert, ...changes };
    if (edited.start_date !== null && edited.end_date !== null && edited.start_date > edited.end_date) {
      const name = changes.end_date === undefined ? 'start_date' : 'end_date';
      const wrong = new Wrong('value_error', 'start_date must not be after end_date');
      problems.push(problem(name, wrong, edited[name]));
    }
    if (problems.length > 0) throw invalid(problems);
    return updateAlert(tx, id, edited);
  });
}
