/** Results in the order of the items, each as soon as it and those before it are there; so many are under way at a time. */
export async function* inOrder<Item, Result>(
  width: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  let next = 0;
  const start = () => {
    if (next >= items.length) return;
    const one = work(items[next++] as Item);
    // Whoever reads meets the failure; nobody else needs to.
    one.catch(() => undefined);
    running.push(one);
  };
  for (let i = 0; i < width; i++) start();
  for (let first = running.shift(); first !== undefined; first = running.shift()) {
    const result = await first;
    start();
    yield result;
  }
}
