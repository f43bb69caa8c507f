/**
 * Stands in for the recognizer at RECOGNIZER_URL: the reading follows from the number in the comment of the image
 * (../image-server.ts). Arguments: the first USDOT number, the number of carriers, and how many images there are for each
 * one that shows a carrier with an alert; those carriers follow the others and each is seen once.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readingToJson } from '../../../../server/src/adapters/ocr/http/reading-json.ts';
import { readLines } from '../../../../server/test/support/recognition/read-lines.ts';

const [first = 0, carriers = 1, perMatch = 50] = process.argv.slice(2).map(Number);
const COMMENT_AT = 6;

function linesOf(number: number): string[] {
  const carrier = number % perMatch === 0 ? carriers + number / perMatch : number % carriers;
  return ['HIGH PLAINS FREIGHT LLC', 'AMARILLO TX', `USDOT ${first + carrier}`, 'GVW 80,000 LBS'];
}

const server = createServer((request, response) => {
  let number = -1;
  request.on('data', (chunk: Buffer) => {
    if (number < 0) number = chunk.readUInt32BE(COMMENT_AT);
  });
  request.on('end', () => response.end(JSON.stringify(readingToJson(readLines(linesOf(number))))));
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
