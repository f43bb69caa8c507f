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

/** Bytes under the lower-case hex of their SHA-256. */
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
  /** All blobs whose key starts with these two hex digits. */
  list(prefix: string): AsyncIterable<ListedBlob>;
  /** A URL that serves the blob directly until then; null if the store has none. */
  link(key: string, expiresAt: Date): Promise<string | null>;
  /** Throws when nothing can be written to the store. */
  check(): Promise<void>;
  close(): Promise<void>;
};

export const BLOB_KEY = /^[0-9a-f]{64}$/;
