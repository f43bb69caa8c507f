import Type from 'typebox';
import { Pagination, pageQuery } from './pagination.ts';
import { named, nullable, oneOf, Timestamp, Uuid } from './schema.ts';

export const Email = named('Email', {
  id: Uuid,
  address: Type.String(),
  subject: Type.String(),
  state: oneOf(['waiting', 'sent', 'kept', 'failed'], { description: '`kept`: stored as a file, not sent.' }),
  failure: nullable(Type.String()),
  created_at: Timestamp,
  sent_at: nullable(Timestamp),
});

export const EmailList = named('EmailList', {
  mails: Type.Array(Email),
  kept_as_files: Type.Boolean({ description: 'true when no mail server is configured.' }),
  pagination: Pagination,
});
export const EmailsQuery = Type.Object(pageQuery({ maxPage: 100_000, maxSize: 100, size: 20 }));
/** An email as the recipient sees it. */
export const RenderedEmail = named('RenderedEmail', {
  from: Type.String(),
  to: Type.String(),
  cc: Type.Array(Type.String()),
  subject: Type.String(),
  date: Timestamp,
  text: Type.String(),
  html: Type.String({ description: 'A page that loads nothing: its images are `data:` URLs.' }),
});
export const EmailParams = Type.Object({ mail_id: Uuid });
export const UnsubscribeParams = Type.Object({ token: Type.String({ maxLength: 600 }) });
export const Unsubscribed = named('Unsubscribed', { message: Type.String() });
export const Confirmed = named('Confirmed', { message: Type.String() });
