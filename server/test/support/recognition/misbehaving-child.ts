/** Stands in for the reading thread: the first byte of the picture says what goes wrong. */
import { parentPort, threadId } from 'node:worker_threads';

parentPort?.on('message', ({ id, picture }: { id: number; picture: Uint8Array }) => {
  const [wish, argument = 0] = picture;
  if (wish === 1) process.exit(3);
  if (wish === 2) for (;;);
  if (wish === 3) throw new Error('something inside broke');
  const reading = { width: threadId, height: 1, isWhole: true, lines: [] };
  setTimeout(() => parentPort?.postMessage({ id, reading }), wish === 4 ? argument * 10 : 0);
});
