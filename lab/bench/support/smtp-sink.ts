/** Accepts and discards emails. Sends its port, and on each message the number of emails since the last one. */
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
