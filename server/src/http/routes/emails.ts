import Type from 'typebox';
import {
  Confirmed,
  EmailList,
  EmailParams,
  EmailsQuery,
  RenderedEmail,
  Unsubscribed,
  UnsubscribeParams,
} from '../../contract/email.ts';
import { LinkQuery } from '../../contract/image.ts';
import { confirmLinks, confirmRecipient } from '../../domain/notifications/mail/confirmations.ts';
import { listMails, mailMessage, renderMail } from '../../domain/notifications/mail/list-mails.ts';
import {
  leaveWatchlist,
  unsubscribe,
  unsubscribeLinks,
  watchlistLinks,
} from '../../domain/notifications/mail/unsubscribe.ts';
import { anyone, user } from '../access.ts';
import { type Route, routeOf } from '../route.ts';

const route = routeOf('Emails');

const page = (title: string, question: string, button: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
<body><p>${question}</p>
<form method="post"><button>${button}</button></form></body></html>`;
const UNSUBSCRIBE_PAGE = page('Unsubscribe', 'Stop the emails of this alert to your address?', 'Unsubscribe');
const LEAVE_PAGE = page('Unsubscribe', 'Stop the emails of this watchlist to your address?', 'Unsubscribe');
const CONFIRM_PAGE = page('Confirm', 'Receive truck sighting alerts at your address?', 'Confirm');

const errors = { 403: 'The link is invalid or has expired.' };

/** A link in an email opens a page with a button, because email programs open links by themselves. */
const linkPage = (
  url: `/${string}`,
  operationId: string,
  summary: string,
  html: string,
  check: (...link: Parameters<typeof confirmLinks.read>) => unknown,
) =>
  route(`GET ${url}`, {
    operationId,
    summary,
    access: anyone,
    params: UnsubscribeParams,
    query: LinkQuery,
    success: { contentType: 'text/html', description: 'The page.' },
    errors,
    handler: ({ notifications }, { params, query, reply }) => {
      check(notifications, { ...params, ...query });
      return reply.type('text/html; charset=utf-8').send(html);
    },
  });

const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'];
const FORM_BYTES = 1_024;

/** Email programs and browsers post a form; its content is ignored. */
const asForm = (form: Route): Route => ({
  ...form,
  register(app, services) {
    app.register(async (scope) => {
      for (const type of FORM_TYPES) {
        scope.addContentTypeParser(
          type,
          { parseAs: 'string', bodyLimit: FORM_BYTES },
          (_request, _body, done) => done(null, null),
        );
      }
      form.register(scope, services);
    });
  },
});

export const emailRoutes: Route[] = [
  route('GET /mails', {
    operationId: 'listMails',
    summary: "List the organization's emails, newest first",
    description:
      'Emails are kept for 30 days. Without a mail server, each is stored as a file instead of being sent.',
    access: user({ roles: ['admin'] }),
    query: EmailsQuery,
    success: { schema: EmailList, description: 'A page of emails.' },
    handler: async ({ database, settings }, { query, caller }) => ({
      ...(await listMails(database, caller.organization_id, query.page, query.page_size)),
      kept_as_files: settings.mail.smtpUrl === null,
    }),
  }),
  route('GET /mails/:mail_id/message', {
    operationId: 'getMailMessage',
    summary: 'Download an email as it is sent',
    access: user({ roles: ['admin'] }),
    audit: { action: 'email.read', kind: 'read', object: ['email', 'params.mail_id'], showsVehicles: true },
    params: EmailParams,
    success: { contentType: 'message/rfc822', schema: Type.String(), description: 'An .eml file.' },
    errors: { 404: 'There is no such email.' },
    handler: async ({ notifications }, { params, caller, reply }) => {
      const bytes = await mailMessage(notifications, caller.organization_id, params.mail_id);
      return reply
        .type('message/rfc822')
        .header('Content-Disposition', `attachment; filename="${params.mail_id}.eml"`)
        .send(bytes);
    },
  }),
  route('GET /mails/:mail_id/rendered', {
    operationId: 'getRenderedMail',
    summary: 'Get an email as the recipient sees it',
    access: user({ roles: ['admin'] }),
    audit: { action: 'email.read', kind: 'read', object: ['email', 'params.mail_id'], showsVehicles: true },
    params: EmailParams,
    success: { schema: RenderedEmail, description: 'The email.' },
    errors: { 404: 'There is no such email.' },
    handler: ({ notifications }, { params, caller }) =>
      renderMail(notifications, caller.organization_id, params.mail_id),
  }),
  linkPage(
    '/mail/unsubscribe/:token',
    'showUnsubscribe',
    'Show a page with a button that unsubscribes an address from an alert',
    UNSUBSCRIBE_PAGE,
    unsubscribeLinks.read,
  ),
  asForm(
    route('POST /mail/unsubscribe/:token', {
      operationId: 'unsubscribe',
      summary: 'Unsubscribe an address from an alert in one click (RFC 8058)',
      description: 'Use the link in `List-Unsubscribe` unchanged; it needs no header and no body.',
      access: anyone,
      audit: { action: 'email.unsubscribe', kind: 'change' },
      params: UnsubscribeParams,
      query: LinkQuery,
      success: { schema: Unsubscribed, description: 'Unsubscribed.' },
      errors,
      handler: async ({ notifications }, { params, query }) => {
        await unsubscribe(notifications, { ...params, ...query });
        return { message: 'You are unsubscribed from this alert.' };
      },
    }),
  ),
  linkPage(
    '/mail/watchlist/:token',
    'showLeaveWatchlist',
    'Show a page with a button that unsubscribes an address from a watchlist',
    LEAVE_PAGE,
    watchlistLinks.read,
  ),
  asForm(
    route('POST /mail/watchlist/:token', {
      operationId: 'leaveWatchlist',
      summary: 'Unsubscribe an address from a watchlist in one click (RFC 8058)',
      description: 'Use the link in `List-Unsubscribe` unchanged; it needs no header and no body.',
      access: anyone,
      audit: { action: 'email.leave-watchlist', kind: 'change' },
      params: UnsubscribeParams,
      query: LinkQuery,
      success: { schema: Unsubscribed, description: 'Unsubscribed.' },
      errors,
      handler: async ({ notifications }, { params, query }) => {
        await leaveWatchlist(notifications, { ...params, ...query });
        return { message: 'You are unsubscribed from this watchlist.' };
      },
    }),
  ),
  linkPage(
    '/mail/confirm/:token',
    'showConfirmRecipient',
    'Show a page with a button that confirms an address',
    CONFIRM_PAGE,
    confirmLinks.read,
  ),
  asForm(
    route('POST /mail/confirm/:token', {
      operationId: 'confirmRecipient',
      summary: 'Confirm that an address wants the alerts of an organization',
      description:
        'Use the link in the email unchanged; it needs no header and no body. Emails that were held are sent then.',
      access: anyone,
      audit: { action: 'email.confirm-recipient', kind: 'change' },
      params: UnsubscribeParams,
      query: LinkQuery,
      success: { schema: Confirmed, description: 'Confirmed.' },
      errors,
      handler: async ({ notifications }, { params, query }) => {
        await confirmRecipient(notifications, { ...params, ...query });
        return { message: 'Your address is confirmed.' };
      },
    }),
  ),
];
