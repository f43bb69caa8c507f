/** A process of its own that takes mails and throws them away; asked, it tells how many came. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

let count = 0;
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  logger: false,
  onData(stream, _session, done) {
    stream.resume();
    stream.on('end', () => {
      count++;
      done();
    });
  },
});
process.on('message', () => {
  process.send?.(count);
  count = 0;
});
process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send?.((server.server.address() as AddressInfo).port));
