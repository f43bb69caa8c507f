/** Sends one email to the SMTP_URL in the arguments and prints the outcome. A process of its own can trust other certificates. */
import { smtpMailer } from '../../../src/adapters/mail/smtp-mailer.ts';

const [, , url = '', tls = ''] = process.argv;
const mailer = smtpMailer(url, tls === 'required' ? 'required' : 'optional');
const outcome = await mailer.send({
  messageId: 'one@milepost.test',
  date: new Date(),
  from: 'alerts@milepost.test',
  to: 'a@customer.example',
  cc: [],
  recipient: 'a@customer.example',
  subject: 'Test',
  text: 'Test',
  html: '<p>Test</p>',
  inlineImages: [],
  headers: {},
});
await mailer.close();
process.stdout.write(JSON.stringify(outcome));
