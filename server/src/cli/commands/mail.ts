import { liftSuppression, listSuppressed } from '../../domain/notifications/mail/mail-store.ts';
import { AppError } from '../../lib/errors.ts';
import { textTable } from '../../lib/text-table.ts';
import type { Command } from '../command.ts';
import { json } from '../options.ts';
import { withDatabase } from '../with-database.ts';

export const mailSuppressed: Command = {
  name: 'mail suppressed',
  audit: { none: 'Changes nothing.' },
  summary: 'List the addresses that a mail server rejected permanently; no email is sent to them',
  options: { json },
  async run(context, values) {
    const addresses = await withDatabase(context, listSuppressed);
    if (values.json) return context.printJson({ addresses });
    const rows = addresses.map((a) => [a.address, a.suppressed_at.toISOString(), a.reason]);
    context.print(textTable(['address', 'since', 'reason'], rows));
  },
};

export const mailLift: Command = {
  name: 'mail lift',
  audit: { action: 'email.lift-suppression' },
  summary: 'Send emails to a suppressed address again',
  operands: '<address>',
  options: { json },
  async run(context, values, [address]) {
    if (!address) throw new AppError('invalid', 'Specify an address. milepost mail suppressed lists them.');
    await withDatabase(context, (database) => liftSuppression(database, address));
    if (values.json) return context.printJson({ address });
    context.print(`${address} is no longer suppressed.`);
  },
};
