import { open } from 'node:fs/promises';
import { CsvSplitter } from '../../../lib/bytes/csv-splitter.ts';
import { sleep } from '../../../lib/clock.ts';
import { AppError, operatorError } from '../../../lib/errors.ts';
import type { Dataset } from '../dataset.ts';
import { DownloadFolder, type DownloadState } from './download-folder.ts';
import { headerOf, type Portal, type PortalAnswer } from './portal.ts';

const PAGE_ROWS = 50_000;
const PAGE_DEADLINE_MS = 600_000;
const LARGEST_PAGE_BYTES = 536_870_912;
const TRIES = 6;
const LONGEST_PAUSE_MS = 60_000;
const RESTARTS = 2;

export type DownloadOptions = {
  dataDir: string;
  pageRows?: number;
  /** Between tries; the portal's own Retry-After counts more. */
  firstPauseMs?: number;
  onPage?(rows: number): void;
};

export type Downloaded = { path: string; rows: number; isNew: boolean };

/**
 * Fetches a dataset page by page, in the order of the portal's own row ids: without an order, pages lose and
 * repeat rows. Stops and goes on after any page; a dataset that has not changed since is not fetched again.
 */
export async function download(
  portal: Portal,
  dataset: Dataset,
  options: DownloadOptions,
): Promise<Downloaded> {
  if (dataset.portalId === null) throw operatorError(`${dataset.title} is not on the portal.`);
  const folder = new DownloadFolder(options.dataDir, dataset.name);
  let state = await folder.read();
  for (let restarts = 0; ; restarts++) {
    const pages = new Pages(portal, dataset.portalId, folder, options);
    const done = await pages.fetchFrom(state);
    if (done !== 'changed') return { path: folder.file, rows: done.rows, isNew: done.isNew };
    if (restarts === RESTARTS)
      throw operatorError(`${dataset.title} changes while it is fetched. Try later.`);
    state = null;
  }
}

class Pages {
  readonly #portal: Portal;
  readonly #id: string;
  readonly #folder: DownloadFolder;
  readonly #options: DownloadOptions;

  constructor(portal: Portal, id: string, folder: DownloadFolder, options: DownloadOptions) {
    this.#portal = portal;
    this.#id = id;
    this.#folder = folder;
    this.#options = options;
  }

  async fetchFrom(known: DownloadState | null): Promise<'changed' | { rows: number; isNew: boolean }> {
    const first = await this.#ask('', known?.isComplete ? known.etag : null);
    if (first.status === 304 && known) {
      first.cancel();
      return { rows: known.rows, isNew: false };
    }
    const version = versionOf(first);
    const goesOn = known !== null && !known.isComplete && known.version === version;
    let state: DownloadState = goesOn
      ? known
      : { version, etag: headerOf(first, 'etag'), bytes: 0, rows: 0, lastId: '', isComplete: false };
    let answer = first;
    if (goesOn) {
      first.cancel();
      answer = await this.#ask(state.lastId);
    }
    for (;;) {
      if (versionOf(answer) !== version) {
        answer.cancel();
        return 'changed';
      }
      state = await this.#keep(answer, state);
      await this.#folder.write(state);
      this.#options.onPage?.(state.rows);
      if (state.isComplete) return { rows: state.rows, isNew: true };
      answer = await this.#ask(state.lastId);
    }
  }

  /** Appends a page; one that breaks off is asked for again and its half is cut away. */
  async #keep(answer: PortalAnswer, state: DownloadState): Promise<DownloadState> {
    let page = answer;
    for (let tried = 1; ; tried++) {
      await this.#folder.cutTo(state.bytes);
      try {
        return await this.#append(page, state);
      } catch (error) {
        if (tried === TRIES) throw unreachable(this.#portal, error);
        await sleep(this.#pauseMs(tried));
        page = await this.#ask(state.lastId);
      }
    }
  }

  async #append(page: PortalAnswer, state: DownloadState): Promise<DownloadState> {
    const splitter = new CsvSplitter();
    const file = await open(this.#folder.file, 'a');
    let { bytes, lastId } = state;
    let records = 0;
    const write = async (isEnd: boolean) => {
      if (isEnd) splitter.end();
      const lines: string[] = [];
      while (splitter.next()) {
        // The header stands once, at the top.
        if (records++ === 0 && state.rows > 0) continue;
        lines.push(csvLine(splitter));
        if (records > 1) lastId = splitter.text(0);
      }
      const text = Buffer.from(lines.join(''));
      bytes += text.length;
      await file.write(text);
    };
    try {
      for await (const chunk of page.body) {
        splitter.write(chunk);
        await write(false);
      }
      await write(true);
      await file.sync();
    } finally {
      await file.close();
    }
    const rows = Math.max(0, records - 1);
    const isComplete = rows < (this.#options.pageRows ?? PAGE_ROWS);
    return { ...state, bytes, rows: state.rows + rows, lastId, isComplete };
  }

  async #ask(afterId: string, etag: string | null = null): Promise<PortalAnswer> {
    const query = new URLSearchParams({ $select: ':id,*', $order: ':id' });
    query.set('$limit', String(this.#options.pageRows ?? PAGE_ROWS));
    if (afterId !== '') query.set('$where', `:id > '${afterId.replaceAll("'", "''")}'`);
    const headers: Record<string, string> = { accept: 'text/csv' };
    if (this.#portal.appToken) headers['x-app-token'] = this.#portal.appToken;
    if (etag) headers['if-none-match'] = etag;
    const url = `${this.#portal.baseUrl}/resource/${this.#id}.csv?${query}`;
    for (let tried = 1; ; tried++) {
      const answer = await this.#send(url, headers, afterId === '' || tried === TRIES);
      if (answer?.status === 200 || answer?.status === 304) return answer;
      answer?.cancel();
      const mayPass = !answer || answer.status === 429 || answer.status >= 500;
      if (!mayPass || tried === TRIES)
        throw operatorError(`${new URL(url).host} answers ${answer?.status} for dataset ${this.#id}.`);
      const askedMs = answer ? Number(headerOf(answer, 'retry-after')) * 1_000 : 0;
      await sleep(Math.min(LONGEST_PAUSE_MS, askedMs > 0 ? askedMs : this.#pauseMs(tried)));
    }
  }

  /** Null when nobody answered and another try may help; at the first contact it is taken for no network. */
  async #send(
    url: string,
    headers: Record<string, string>,
    isLastTry: boolean,
  ): Promise<PortalAnswer | null> {
    const limits = { deadlineMs: PAGE_DEADLINE_MS, maxBytes: LARGEST_PAGE_BYTES, maxRedirects: 3 };
    try {
      return await this.#portal.client.send({ url, headers, ...limits, keepAlive: true });
    } catch (error) {
      if (isLastTry) throw unreachable(this.#portal, error);
      return null;
    }
  }

  #pauseMs(tried: number): number {
    return Math.min(LONGEST_PAUSE_MS, (this.#options.firstPauseMs ?? 1_000) * 2 ** (tried - 1));
  }
}

function unreachable(portal: Portal, error: unknown): AppError {
  if (error instanceof AppError && error.kind === 'operator') return error;
  return operatorError(`${new URL(portal.baseUrl).host} cannot be reached: is there a network?`, error);
}

/** The same for all pages of one state of the dataset, unlike an ETag, which is a page's own. */
function versionOf(answer: PortalAnswer): string {
  return headerOf(answer, 'x-soda2-truth-last-modified') ?? headerOf(answer, 'last-modified') ?? '';
}

function csvLine(record: CsvSplitter): string {
  const cells = record
    .texts()
    .map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${cells.join(',')}\n`;
}
