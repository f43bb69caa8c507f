/** Maps all items with at most `limit` calls running at once. Results keep the order of the items. Stops at the first failure. */
export async function mapConcurrent<Item, Result>(
  limit: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const i = next++;
      results[i] = await work(items[i] as Item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}

/** Like `mapConcurrent`, but yields each result as soon as it and all results before it are ready. */
export async function* mapInOrder<Item, Result>(
  limit: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  let next = 0;
  const start = () => {
    if (next >= items.length) return;
    const result = work(items[next++] as Item);
    // The failure is thrown by the await below; this only prevents an unhandled rejection before that.
    result.catch(() => undefined);
    running.push(result);
  };
  for (let i = 0; i < limit; i++) start();
  for (let first = running.shift(); first !== undefined; first = running.shift()) {
    const result = await first;
    start();
    yield result;
  }
}
