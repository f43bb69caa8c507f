/** Serves the file of its argument; each path is a different image, with its number in a JPEG comment. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const base = readFileSync(process.argv[2] ?? '');

const server = createServer((request, response) => {
  const number = Buffer.alloc(4);
  number.writeUInt32BE(Number(request.url?.slice(1)));
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, 6]), number]);
  response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': base.length + comment.length });
  response.write(Buffer.concat([base.subarray(0, 2), comment]));
  response.end(base.subarray(2));
});
// A closed idle connection would fail the next fetch of a peer.
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
