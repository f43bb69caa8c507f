import Type, { type Static } from 'typebox';
import { named } from './schema.ts';

export const Pagination = named('Pagination', {
  page: Type.Integer(),
  page_size: Type.Integer(),
  results_returned: Type.Integer(),
  has_more: Type.Boolean(),
  total: Type.Integer(),
  total_pages: Type.Integer(),
});
export type Pagination = Static<typeof Pagination>;

/** Several lists in one response: the page applies to each list. */
export const ShortPagination = named('ShortPagination', { page: Type.Integer(), page_size: Type.Integer() });

export function pageQuery(limits: { maxPage: number; maxSize: number; size: number }) {
  return {
    page: Type.Integer({ minimum: 1, maximum: limits.maxPage, default: 1 }),
    page_size: Type.Integer({ minimum: 1, maximum: limits.maxSize, default: limits.size }),
  };
}

export function paginationOf(page: number, pageSize: number, returned: number, total: number): Pagination {
  return {
    page,
    page_size: pageSize,
    results_returned: returned,
    has_more: page * pageSize < total,
    total,
    total_pages: Math.ceil(total / pageSize),
  };
}
