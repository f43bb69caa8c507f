import type { BlobStore } from '../images/blob-store.ts';

/**
 * Where backups are kept: a folder or a bucket. Each backup has its own files under `backups/<id>/`; all backups share one
 * set of blobs, so a blob is copied once.
 */
export type BackupStore = {
  /** A description for the operator, without credentials. */
  readonly where: string;
  readonly blobs: BlobStore;
  /** When it resolves, the file is durable and complete. A file that was written in part does not exist. */
  write(name: string, bytes: Buffer): Promise<void>;
  /** Null when there is none. */
  read(name: string): Promise<Buffer | null>;
  /** The names of all files under `backups/`, or of one backup. */
  list(backupId?: string): AsyncIterable<string>;
  remove(names: string[]): Promise<void>;
  close(): Promise<void>;
};

export const fileOf = (backupId: string, name: string) => `backups/${backupId}/${name}`;
