import type { Operation } from './operation.ts';

type Values = Record<string, unknown>;
type Input = { query?: Values };
type Page = Values & { next_before?: unknown; pagination?: { has_more: boolean } };
type Listed = { list: string; paging: 'before' | 'page' | null };

/** Yields the items of a list, and requests its pages one after the other as they are needed. */
export async function* listItems<I extends Input>(
  operation: Operation,
  input: I,
  call: (input: I) => Promise<unknown>,
): AsyncGenerator<unknown> {
  if (!('list' in operation)) throw new TypeError(`${operation.method} ${operation.path} is not a list.`);
  const { list, paging } = operation as Listed;
  let query = { ...input.query };
  for (;;) {
    const page = (await call({ ...input, query })) as Page;
    const items = list === '' ? page : page[list];
    if (!Array.isArray(items))
      throw new TypeError(`The response has no list "${list}". Request one carrier at a time.`);
    yield* items;
    if (paging === 'before') {
      if (page.next_before === null || page.next_before === undefined) return;
      query = { ...query, before: page.next_before };
    } else {
      if (paging === null || !page.pagination?.has_more) return;
      query = { ...query, page: Number(query.page ?? 1) + 1 };
    }
  }
}
