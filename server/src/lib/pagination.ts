export type Pagination = {
  page: number;
  page_size: number;
  results_returned: number;
  has_more: boolean;
  total: number;
  total_pages: number;
};

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
