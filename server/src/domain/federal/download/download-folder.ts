import { mkdir, open, readFile, rename, truncate } from 'node:fs/promises';
import { join } from 'node:path';

/** Written after each page, so that an interrupted download can resume. */
export type DownloadState = {
  /** The portal's version of the dataset. */
  version: string;
  etag: string | null;
  /** Size of the file after the last complete page. */
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

  /** Writes a new file and renames it, so that a crash leaves either the old state or the new one. */
  async write(state: DownloadState): Promise<void> {
    const newFile = join(this.#folder, 'state.json.new');
    const file = await open(newFile, 'w');
    await file.writeFile(JSON.stringify(state));
    await file.sync();
    await file.close();
    await rename(newFile, join(this.#folder, 'state.json'));
  }

  /** Removes an incomplete page. */
  async truncate(bytes: number): Promise<void> {
    await (await open(this.file, 'a')).close();
    await truncate(this.file, bytes);
  }
}
