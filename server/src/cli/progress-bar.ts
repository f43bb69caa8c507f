import type { Progress } from '../domain/federal/import/copy-rows.ts';
import type { Output } from './command.ts';
import { counted, formatCount } from './format.ts';

const WIDTH = 24;
const REDRAW_MS = 100;
const PLAIN_LINE_MS = 10_000;
const WORDS = { indexing: 'building indexes', deriving: 'deriving', swapping: 'replacing the old rows' };

/** Shows rows, rate and remaining time: on one line of a terminal, otherwise as a new line every 10 seconds. */
export class ProgressBar {
  readonly #output: Output;
  readonly #totalBytes: number;
  readonly #startedAt = performance.now();
  #drawnAt = performance.now();
  #phase = 'reading';
  #share = 0;

  constructor(output: Output, totalBytes: number) {
    this.#output = output;
    this.#totalBytes = totalBytes;
  }

  show({ phase, rows, bytes }: Progress): void {
    const now = performance.now();
    const isDue = now - this.#drawnAt >= (this.#output.isTTY ? REDRAW_MS : PLAIN_LINE_MS);
    // The rows of the last bytes of a compressed file may take a while, so the end of the file is always drawn.
    const isNews = phase !== this.#phase || (bytes >= this.#totalBytes && this.#share < 1);
    if (!isDue && !(isNews && this.#output.isTTY)) return;
    this.#phase = phase;
    this.#draw(phase, rows, bytes, now);
  }

  clear(): void {
    if (this.#output.isTTY) this.#output.write('\r\x1b[K');
  }

  #draw(phase: Progress['phase'], rows: number, bytes: number, now: number): void {
    this.#drawnAt = now;
    const seconds = (now - this.#startedAt) / 1_000;
    const share = this.#totalBytes > 0 ? Math.min(1, bytes / this.#totalBytes) : 0;
    this.#share = share;
    const left = share > 0.01 ? `, ${duration((seconds / share) * (1 - share))} left` : '';
    const state = phase === 'reading' ? `${formatCount(Math.round(rows / seconds))}/s${left}` : WORDS[phase];
    const words = `${counted(rows, 'row')}, ${state}`;
    if (!this.#output.isTTY) {
      this.#output.write(`  ${words}\n`);
      return;
    }
    const filled = Math.round(share * WIDTH);
    this.#output.write(
      `\r\x1b[K  [${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${Math.floor(share * 100)}% ${words}`,
    );
  }
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
