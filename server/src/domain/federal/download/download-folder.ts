import { mkdir, open, readFile, rename, truncate } from 'node:fs/promises';
import { join } from 'node:path';

/** What is known of a download; written after each page, so that a broken one goes on where it stopped. */
export type DownloadState = {
  /** The portal's word for this state of the dataset. */
  version: string;
  etag: string | null;
  /** Where the last complete page ends. */
  bytes: number;
  rows: number;
  lastId: string;
  isComplete: boolean;
};

export class DownloadFolder {
  readonly file: string;
  readonly #folder: string;

  constructor(dataDir: string, dataset: string) {
    this.#folder = join(dataDir, 'downloads', dataset);
    this.file = join(this.#folder, `${dataset}.csv`);
  }

  async read(): Promise<DownloadState | null> {
    await mkdir(this.#folder, { recursive: true });
    const text = await readFile(join(this.#folder, 'state.json'), 'utf8').catch(() => null);
    return text === null ? null : (JSON.parse(text) as DownloadState);
  }

  /** Aside, then renamed: after a crash there is the old state or the new. */
  async write(state: DownloadState): Promise<void> {
    const draft = join(this.#folder, 'state.json.new');
    const file = await open(draft, 'w');
    await file.writeFile(JSON.stringify(state));
    await file.sync();
    await file.close();
    await rename(draft, join(this.#folder, 'state.json'));
  }

  /** Cuts off the page that was never finished. */
  async cutTo(bytes: number): Promise<void> {
    await (await open(this.file, 'a')).close();
    await truncate(this.file, bytes);
  }
}
