import type { Readable } from 'node:stream';

/** A file of our own that is being filled; it is gone after `BlobStore.put` or `discard`. */
export type StagedFile = {
  readonly path: string;
  readonly size: number;
  append(chunk: Buffer): Promise<void>;
  /** Everything appended is on the disk; nothing more is appended after the first call. */
  sync(): Promise<void>;
  /** Everything appended can be read by path. */
  flush(): Promise<void>;
  /** The file has been moved away from `path`: it is not ours any more. */
  release(): void;
  /** Removes the file, unless it was released. */
  discard(): Promise<void>;
};

export type Staging = {
  create(): Promise<StagedFile>;
  /** Removes what processes left behind that are no more. Gives the number of files. */
  sweep(): Promise<number>;
  close(): Promise<void>;
};

export type BlobInfo = { contentType: string };
export type ListedBlob = { key: string; modifiedAt: Date };

/** Bytes under the lower-case hex of their SHA-256. */
export type BlobStore = {
  /** In words, for the operator. */
  readonly where: string;
  readonly staging: Staging;
  /** Called once a file is whole: what `put` will have to wait for may begin. */
  prepare(file: StagedFile): void;
  /** Durable when it resolves, and the staged file is gone. The same key again is no error. */
  put(key: string, file: StagedFile, info: BlobInfo): Promise<void>;
  /** Null when there is none. */
  open(key: string): Promise<{ size: number; stream: Readable } | null>;
  has(key: string): Promise<boolean>;
  /** Deleting what is not there is no error. */
  delete(key: string): Promise<void>;
  /** All blobs whose key starts with these two hex digits. */
  list(prefix: string): AsyncIterable<ListedBlob>;
  /** An address that serves the blob by itself until then; null when the store has none. */
  link(key: string, expiresAt: Date): Promise<string | null>;
  /** Throws when the store cannot be used. */
  check(): Promise<void>;
  close(): Promise<void>;
};

export const BLOB_KEY = /^[0-9a-f]{64}$/;
