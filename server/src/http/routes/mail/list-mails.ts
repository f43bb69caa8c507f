import Type from 'typebox';
import { listMails } from '../../../domain/notifications/mail/list-mails.ts';
import { user } from '../../access.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';

const Mail = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    address: Type.String(),
    subject: Type.String(),
    state: schemas.oneOf(['waiting', 'sent', 'kept', 'failed'], '`kept`: as a file, not sent.'),
    failure: schemas.nullable(Type.String()),
    created_at: Type.String({ format: 'date-time' }),
    sent_at: schemas.nullable(Type.String({ format: 'date-time' })),
  },
  { additionalProperties: false },
);
const Answer = Type.Object(
  {
    mails: Type.Array(Mail),
    kept_as_files: Type.Boolean({ description: 'True where no mail server is set.' }),
    pagination: schemas.Pagination,
  },
  { additionalProperties: false },
);
const Query = Type.Object({
  page: Type.Integer({ minimum: 1, maximum: 100_000, default: 1 }),
  page_size: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
});

export const listMailsRoute: Route = (app, { database, settings }) => {
  app.get(
    '/mails',
    {
      config: { access: user({ roles: ['admin'] }) },
      schema: {
        operationId: 'listMails',
        tags: ['Mail'],
        summary: "The organization's mails, newest first",
        description: 'Kept for 30 days. Without a mail server each is kept as a file instead of being sent.',
        querystring: Query,
        response: {
          200: schemas.answer(Answer, 'The mails.'),
          400: schemas.answer(schemas.Problems, 'The page is not one.'),
          ...schemas.userErrors,
        },
      },
    },
    async ({ query, organizationId }) => ({
      ...(await listMails(database, organizationId ?? 0, query.page, query.page_size)),
      kept_as_files: settings.mail.smtpUrl === null,
    }),
  );
};
