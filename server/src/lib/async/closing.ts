/** For `await using`: closes what was opened at the end of the block. */
export function closing<Opened extends { close(): Promise<void> }>(opened: Opened): Opened & AsyncDisposable {
  return Object.assign(opened, { [Symbol.asyncDispose]: () => opened.close() });
}
