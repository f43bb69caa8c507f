import type { Readable } from 'node:stream';

/** A temporary file; it no longer exists after `BlobStore.put` or `discard`. */
export type StagedFile = {
  readonly path: string;
  readonly size: number;
  append(chunk: Buffer): Promise<void>;
  /** Makes the appended bytes durable; nothing may be appended after the first call. */
  sync(): Promise<void>;
  /** Makes the appended bytes readable by path. */
  flush(): Promise<void>;
  /** Call it after the file was moved away from `path`. */
  release(): void;
  /** Removes the file, unless it was released. */
  discard(): Promise<void>;
};

export type Staging = {
  /** Returns at once; the first write waits until the file is open, and reports the error if it cannot be opened. */
  create(): StagedFile;
  /** Free space of the file system, in bytes. */
  freeBytes(): Promise<number>;
  /** Deletes files of processes that have ended. Returns their number. */
  sweep(): Promise<number>;
  close(): Promise<void>;
};

type BlobInfo = { contentType: string };
type ListedBlob = { key: string; modifiedAt: Date };

/**
 * Bytes under their key: the lower-case hex of their SHA-256, alone or in the folder of a period and day
 * (`365-days/2026-11-18/<hash>`).
 */
export type BlobStore = {
  /** A description for the operator. */
  readonly where: string;
  readonly staging: Staging;
  /** When it resolves, the blob is durable and the staged file is gone. Storing a key twice is not an error. */
  put(key: string, file: StagedFile, info: BlobInfo): Promise<void>;
  /** Null when there is none. */
  open(key: string): Promise<{ size: number; stream: Readable } | null>;
  has(key: string): Promise<boolean>;
  /** Deleting a missing blob is not an error. */
  delete(key: string): Promise<void>;
  /** All blobs of a folder: two hex digits, for the keys without one that start with these, or a period and day. */
  list(folder: string): AsyncIterable<ListedBlob>;
  /** The folders that may have blobs. */
  folders(): Promise<string[]>;
  /** Removes the folder of a period and day if it has no blobs. */
  removeFolder(folder: string): Promise<void>;
  /** A URL that serves the blob directly until then; null if the store has none. */
  link(key: string, expiresAt: Date): Promise<string | null>;
  /** Throws when nothing can be written to the store. */
  check(): Promise<void>;
  close(): Promise<void>;
};

export const BLOB_KEY = /^(?:\d{1,4}-days\/\d{4}-\d\d-\d\d\/)?[0-9a-f]{64}$/;
export const BLOB_HASH = /^[0-9a-f]{64}$/;
/** The folders of the periods, which have those of the days. */
export const BLOB_PERIOD = /^\d{1,4}-days$/;
/** The folder of keys without a period and day. */
export const BLOB_PREFIX = /^[0-9a-f]{2}$/;
export const BLOB_DAY = /^\d{1,4}-days\/\d{4}-\d\d-\d\d$/;

/** The hash at the end of a key. */
export const hashIn = (key: string) => key.slice(-64);

/** The folder that lists the key. */
export function folderOfKey(key: string): string {
  return BLOB_HASH.test(key) ? key.slice(0, 2) : key.slice(0, key.lastIndexOf('/'));
}
