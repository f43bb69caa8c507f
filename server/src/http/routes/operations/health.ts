import Type from 'typebox';
import { pendingMigrations } from '../../../db/migrate.ts';
import { withDeadline } from '../../../lib/async/deadline.ts';
import { AppError, messageOf } from '../../../lib/errors.ts';
import { anybody } from '../../access.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';

const Status = Type.Object({ status: Type.Literal('ok') }, { additionalProperties: false });
const notHttp = schemas.answer(schemas.Detail, 'The request is not valid HTTP.');
const DEADLINE_MS = 2_000;

export const healthRoutes: Route = (app, { database }) => {
  app.get(
    '/healthz',
    {
      config: { access: anybody },
      logLevel: 'warn',
      schema: {
        operationId: 'health',
        tags: ['Operations'],
        summary: 'Is the process alive',
        response: { 200: schemas.answer(Status, 'It is.'), 400: notHttp },
      },
    },
    async () => ({ status: 'ok' as const }),
  );
  app.get(
    '/readyz',
    {
      config: { access: anybody },
      logLevel: 'warn',
      schema: {
        operationId: 'readiness',
        tags: ['Operations'],
        summary: 'Can it serve: database reached, schema current',
        response: {
          200: schemas.answer(Status, 'It can.'),
          400: notHttp,
          503: schemas.answer(schemas.Detail, 'It cannot now, and why.'),
        },
      },
    },
    async (request) => {
      const pending = await withDeadline(pendingMigrations(database), DEADLINE_MS, 'The database').catch(
        (error) => {
          request.log.warn({ error: messageOf(error) }, 'not ready');
          throw new AppError('unavailable', 'The database cannot be reached.');
        },
      );
      if (pending.length > 0) throw new AppError('unavailable', `The schema lacks ${pending.join(', ')}.`);
      return { status: 'ok' as const };
    },
  );
};
