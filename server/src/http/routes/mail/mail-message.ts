import Type from 'typebox';
import { mailMessage } from '../../../domain/notifications/mail/list-mails.ts';
import { user } from '../../access.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';

const Params = Type.Object({ mail_id: schemas.Uuid });

export const mailMessageRoute: Route = (app, { notifications }) => {
  app.get(
    '/mails/:mail_id/message',
    {
      config: { access: user({ roles: ['admin'] }) },
      schema: {
        operationId: 'getMailMessage',
        tags: ['Mail'],
        summary: 'A mail as it goes over the wire',
        params: Params,
        response: {
          200: {
            description: 'An .eml file.',
            headers: schemas.CORRELATION_HEADER,
            content: { 'message/rfc822': { schema: Type.String() } },
          },
          400: schemas.answer(schemas.Problems, 'The id is not a UUID.'),
          404: schemas.answer(schemas.Detail, 'There is no such mail.'),
          ...schemas.userErrors,
        },
      },
    },
    async ({ params, organizationId }, reply) => {
      const bytes = await mailMessage(notifications, organizationId ?? 0, params.mail_id);
      return reply
        .type('message/rfc822')
        .header('Content-Disposition', `attachment; filename="${params.mail_id}.eml"`)
        .send(bytes as never);
    },
  );
};
