import type { BlobStore } from '../images/blob-store.ts';

/**
 * Where backups are kept: a folder or a bucket. Each backup has its own files under `backups/<id>/`; all backups share one
 * set of blobs, so a blob is copied once.
 */
export type BackupStore = {
  /** A description for the operator, without credentials. */
  readonly where: string;
  readonly blobs: BlobStore;
  /** A file that was written in part does not exist. The file is durable after `sync`. */
  write(name: string, bytes: Buffer): Promise<void>;
  /** Makes all files durable that were written before the call. */
  sync(): Promise<void>;
  /** Null when there is none. */
  read(name: string): Promise<Buffer | null>;
  /** The names of all files under `backups/`, or of one backup. */
  list(backupId?: string): AsyncIterable<string>;
  remove(names: string[]): Promise<void>;
  close(): Promise<void>;
};

export const fileOf = (backupId: string, name: string) => `backups/${backupId}/${name}`;
