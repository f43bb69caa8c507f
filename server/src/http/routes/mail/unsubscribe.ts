import Type from 'typebox';
import { readUnsubscribeLink, unsubscribe } from '../../../domain/notifications/mail/unsubscribe.ts';
import { anybody } from '../../access.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';

const Params = Type.Object({ token: Type.String({ maxLength: 600 }) });
const Query = Type.Object({ expires: Type.String(), signature: Type.String() });
const Done = Type.Object({ message: Type.String() }, { additionalProperties: false });
const refusals = {
  400: schemas.answer(schemas.Problems, 'The link is incomplete.'),
  403: schemas.answer(schemas.Detail, 'The link is not valid or has expired.'),
  500: schemas.answer(schemas.Detail, 'Failure on our side.'),
};
const FORM_BYTES = 1_024;
/** Nothing of the reader's is on the page: the address was signed by us, and is left out all the same. */
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>No more mails</title></head>
<body><p>No more mails of this alert to your address?</p>
<form method="post"><button>No more mails</button></form></body></html>`;

/** The link in every digest: programs post to it (RFC 8058), people see a button first. */
export const unsubscribeRoutes: Route = (app, { notifications }) => {
  app.register(async (scope) => {
    // What mail programs send is a form; its one line is always the same and says nothing.
    const options = { parseAs: 'string', bodyLimit: FORM_BYTES } as const;
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data']) {
      scope.addContentTypeParser(type, options, (_request, _body, done) => done(null, null));
    }
    scope.get(
      '/mail/unsubscribe/:token',
      {
        config: { access: anybody },
        schema: {
          operationId: 'showUnsubscribe',
          tags: ['Mail'],
          summary: 'A page with a button that ends the mails of an alert to an address',
          params: Params,
          querystring: Query,
          response: {
            200: {
              description: 'The page.',
              headers: schemas.CORRELATION_HEADER,
              content: { 'text/html': { schema: Type.String() } },
            },
            ...refusals,
          },
        },
      },
      async (request, reply) => {
        readUnsubscribeLink(notifications, linkOf(request));
        return reply.type('text/html; charset=utf-8').send(PAGE);
      },
    );
    scope.post(
      '/mail/unsubscribe/:token',
      {
        config: { access: anybody },
        schema: {
          operationId: 'unsubscribe',
          tags: ['Mail'],
          summary: 'End the mails of an alert to an address, in one click',
          description: 'Follow the link in `List-Unsubscribe` as it is; it needs no header and no body.',
          params: Params,
          querystring: Query,
          response: { 200: schemas.answer(Done, 'No more mails.'), ...refusals },
        },
      },
      async (request) => {
        await unsubscribe(notifications, linkOf(request));
        return { message: 'You will get no more mails of this alert.' };
      },
    );
  });
};

type Request = { params: unknown; query: unknown };

function linkOf({ params, query }: Request) {
  return { ...(params as { token: string }), ...(query as { expires: string; signature: string }) };
}
