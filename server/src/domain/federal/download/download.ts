import { open } from 'node:fs/promises';
import { sleep } from '../../../lib/clock.ts';
import { CsvSplitter, csvLine } from '../../../lib/csv/csv-splitter.ts';
import { AppError, operatorError } from '../../../lib/errors.ts';
import type { OutboundAnswer, OutboundRequest } from '../../../lib/outbound.ts';
import type { Dataset } from '../dataset.ts';
import { DownloadFolder, type DownloadState } from './download-folder.ts';

const PAGE_ROWS = 50_000;
const PAGE_DEADLINE_MS = 600_000;
const MAX_PAGE_BYTES = 536_870_912;
const TRIES = 6;
const MAX_PAUSE_MS = 60_000;
const MAX_RESTARTS = 2;

type PortalResponse = Pick<OutboundAnswer, 'status' | 'headers' | 'body' | 'cancel'>;

export type Portal = {
  client: { send(request: OutboundRequest): Promise<PortalResponse> };
  /** `https://data.transportation.gov` or a mirror. */
  baseUrl: string;
  /** Optional. Requests with a token are not throttled. */
  appToken: string | null;
};

type DownloadOptions = {
  dataDir: string;
  pageRows?: number;
  /** Pause before the first retry, doubled for each further one. The portal's Retry-After takes precedence. */
  firstPauseMs?: number;
  onPage?(rows: number): void;
};

type Downloaded = { path: string; rows: number; isNew: boolean };

/**
 * Downloads a dataset page by page, ordered by the portal's row id: without an order, pages lose and repeat rows. An
 * interrupted download resumes after its last complete page. An unchanged dataset is not downloaded again.
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
    const pages = new PageDownload(portal, dataset.portalId, folder, options);
    const done = await pages.resume(state);
    if (done !== 'changed') return { path: folder.file, rows: done.rows, isNew: done.isNew };
    if (restarts === MAX_RESTARTS)
      throw operatorError(`${dataset.title} keeps changing during the download. Try again later.`);
    state = null;
  }
}

class PageDownload {
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

  async resume(saved: DownloadState | null): Promise<'changed' | { rows: number; isNew: boolean }> {
    const first = await this.#request('', saved?.isComplete ? saved.etag : null);
    if (first.status === 304 && saved) {
      first.cancel();
      return { rows: saved.rows, isNew: false };
    }
    const version = versionOf(first);
    const canResume = saved !== null && !saved.isComplete && saved.version === version;
    let state: DownloadState = canResume
      ? saved
      : { version, etag: headerOf(first, 'etag'), bytes: 0, rows: 0, lastId: '', isComplete: false };
    let response = first;
    if (canResume) {
      first.cancel();
      response = await this.#request(state.lastId);
    }
    for (;;) {
      if (versionOf(response) !== version) {
        response.cancel();
        return 'changed';
      }
      state = await this.#savePage(response, state);
      await this.#folder.write(state);
      this.#options.onPage?.(state.rows);
      if (state.isComplete) return { rows: state.rows, isNew: true };
      response = await this.#request(state.lastId);
    }
  }

  /** Appends a page. If the response breaks off, truncates the file and requests the page again. */
  async #savePage(response: PortalResponse, state: DownloadState): Promise<DownloadState> {
    let page = response;
    for (let tried = 1; ; tried++) {
      await this.#folder.truncate(state.bytes);
      try {
        return await this.#append(page, state);
      } catch (error) {
        if (tried === TRIES) throw unreachable(this.#portal, error);
        await sleep(this.#pauseMs(tried));
        page = await this.#request(state.lastId);
      }
    }
  }

  async #append(page: PortalResponse, state: DownloadState): Promise<DownloadState> {
    const splitter = new CsvSplitter();
    const file = await open(this.#folder.file, 'a');
    let { bytes, lastId } = state;
    let records = 0;
    const write = async () => {
      const lines: string[] = [];
      while (splitter.next()) {
        // Each page has a header; write only the first one.
        if (records++ === 0 && state.rows > 0) continue;
        lines.push(csvLine(splitter.texts()));
        if (records > 1) lastId = splitter.text(0);
      }
      const text = Buffer.from(lines.join(''));
      bytes += text.length;
      await file.write(text);
    };
    try {
      for await (const chunk of page.body) {
        splitter.write(chunk);
        await write();
      }
      splitter.end();
      await write();
      await file.sync();
    } finally {
      await file.close();
    }
    const rows = Math.max(0, records - 1);
    const isComplete = rows < (this.#options.pageRows ?? PAGE_ROWS);
    return { ...state, bytes, rows: state.rows + rows, lastId, isComplete };
  }

  async #request(afterId: string, etag: string | null = null): Promise<PortalResponse> {
    const query = new URLSearchParams({ $select: ':id,*', $order: ':id' });
    query.set('$limit', String(this.#options.pageRows ?? PAGE_ROWS));
    if (afterId !== '') query.set('$where', `:id > '${afterId.replaceAll("'", "''")}'`);
    const headers: Record<string, string> = { accept: 'text/csv' };
    if (this.#portal.appToken) headers['x-app-token'] = this.#portal.appToken;
    if (etag) headers['if-none-match'] = etag;
    const url = `${this.#portal.baseUrl}/resource/${this.#id}.csv?${query}`;
    for (let tried = 1; ; tried++) {
      const response = await this.#send(url, headers, afterId === '' || tried === TRIES);
      if (response?.status === 200 || response?.status === 304) return response;
      response?.cancel();
      const isRetryable = !response || response.status === 429 || response.status >= 500;
      if (!isRetryable || tried === TRIES)
        throw operatorError(`${new URL(url).host} returned ${response?.status} for dataset ${this.#id}.`);
      const retryAfterMs = response ? Number(headerOf(response, 'retry-after')) * 1_000 : 0;
      await sleep(Math.min(MAX_PAUSE_MS, retryAfterMs > 0 ? retryAfterMs : this.#pauseMs(tried)));
    }
  }

  /** Returns null if there was no response and a retry may help. A failure of the first request is not retried. */
  async #send(
    url: string,
    headers: Record<string, string>,
    isLastTry: boolean,
  ): Promise<PortalResponse | null> {
    const limits = { deadlineMs: PAGE_DEADLINE_MS, maxBytes: MAX_PAGE_BYTES, maxRedirects: 3 };
    try {
      return await this.#portal.client.send({ url, headers, ...limits, keepAlive: true });
    } catch (error) {
      if (isLastTry) throw unreachable(this.#portal, error);
      return null;
    }
  }

  #pauseMs(tried: number): number {
    return Math.min(MAX_PAUSE_MS, (this.#options.firstPauseMs ?? 1_000) * 2 ** (tried - 1));
  }
}

function unreachable(portal: Portal, error: unknown): AppError {
  if (error instanceof AppError && error.kind === 'operator') return error;
  return operatorError(`Cannot reach ${new URL(portal.baseUrl).host}. Check the network connection.`, error);
}

/** The same for all pages of one version of the dataset. An ETag is different for each page. */
function versionOf(response: PortalResponse): string {
  return headerOf(response, 'x-soda2-truth-last-modified') ?? headerOf(response, 'last-modified') ?? '';
}

function headerOf(response: PortalResponse, name: string): string | null {
  const value = response.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}
