type IsoDates<T> = {
  [K in keyof T]: T[K] extends Date ? string : T[K] extends Date | null ? string | null : T[K];
};

/** A record as it is shown in a response: dates as ISO 8601 texts. */
export function isoDates<T extends object>(record: T): IsoDates<T> {
  return Object.fromEntries(
    Object.entries(record).map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]),
  ) as IsoDates<T>;
}
