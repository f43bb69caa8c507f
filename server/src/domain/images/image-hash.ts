/** The index images_by_hash has these bytes of a hash. */
const INDEXED_BYTES = 7;

/** A condition: an image has one of these hashes. `hashes` and `starts` are parameters with them and with what `startsOf` returns. */
export const hasHash = (hashes: string, starts: string) =>
  `substring(sha256, 1, ${INDEXED_BYTES}) = any(${starts}::bytea[]) and sha256 = any(${hashes}::bytea[])`;

export const startsOf = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.subarray(0, INDEXED_BYTES));
