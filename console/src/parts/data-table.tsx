import {
  columnFilteringFeature,
  createFilteredRowModel,
  createPaginatedRowModel,
  createSortedRowModel,
  filterFns,
  globalFilteringFeature,
  rowPaginationFeature,
  rowSortingFeature,
  sortFns,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type ReactNode, useId, useMemo } from 'react';
import { download, toCsv } from '../lib/csv.ts';
import { count } from '../lib/format.ts';
import { Empty } from './states.tsx';

export type Column<Row> = {
  id: string;
  label: string;
  /** The value for sorting, filtering and CSV. */
  value: (row: Row) => string | number | boolean | null;
  /** How it is shown; without it, the value. */
  show?: (row: Row) => ReactNode;
  align?: 'right';
};

type Props<Row> = {
  caption: string;
  rows: Row[];
  columns: Column<Row>[];
  /** What one row is, for the counts: "violation". */
  noun: string;
  empty: string;
  /** Name of the CSV file without its ending. */
  file: string;
  sort?: { id: string; desc: boolean };
  pageSize?: number;
};

const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  rowSortingFeature,
  rowPaginationFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
  filterFns,
  sortFns,
});

/** A table that sorts, filters, pages and exports its rows. All rows are on the client. */
export function DataTable<Row>({
  caption,
  rows,
  columns,
  noun,
  empty,
  file,
  sort,
  pageSize = 10,
}: Props<Row>) {
  const id = useId();
  const definitions = useMemo(
    () =>
      columns.map(({ id, label, value }) => ({
        id,
        header: label,
        accessorFn: (row: Row) => value(row) ?? '',
      })),
    [columns],
  );
  const table = useTable({
    features,
    data: rows as never[],
    columns: definitions as never[],
    initialState: {
      sorting: sort ? [sort] : [],
      pagination: { pageIndex: 0, pageSize },
    },
    globalFilterFn: 'includesString',
  });
  if (rows.length === 0) return <Empty title={empty} />;
  const filtered = table.getFilteredRowModel().rows;
  const { pageIndex } = table.state.pagination;
  const pages = Math.max(1, Math.ceil(filtered.length / pageSize));
  const exportRows = () => {
    const sorted = table.getSortedRowModel().rows.map(({ original }) => original as Row);
    const lines = sorted.map((row) => columns.map(({ value }) => value(row)));
    download(
      `${file}.csv`,
      toCsv(
        columns.map(({ label }) => label),
        lines,
      ),
    );
  };
  return (
    <div className="table">
      <div className="table-bar">
        {rows.length > pageSize && (
          <input
            className="input"
            type="search"
            aria-label={`Filter ${caption}`}
            aria-controls={id}
            placeholder="Filter"
            value={String(table.state.globalFilter ?? '')}
            onChange={(event) => table.setGlobalFilter(event.target.value)}
          />
        )}
        <span className="quiet" aria-live="polite">
          {filtered.length === rows.length
            ? count(rows.length, noun)
            : `${filtered.length} of ${count(rows.length, noun)}`}
        </span>
        <button type="button" className="button button-small" onClick={exportRows}>
          CSV
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="table-scroll" tabIndex={0} aria-label={caption}>
        <table id={id} className="list">
          <caption className="hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ id, label, align }) => {
                const column = table.getColumn(id);
                const sorted = column?.getIsSorted() ?? false;
                const order = sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : 'none';
                return (
                  <th key={id} aria-sort={order} className={align}>
                    <button type="button" className="sort" onClick={() => column?.toggleSorting()}>
                      {label}
                      <span aria-hidden="true">{sorted === 'asc' ? '↑' : sorted === 'desc' ? '↓' : ''}</span>
                    </button>
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {table.getRowModel().rows.map(({ id, original }) => (
              <tr key={id}>
                {columns.map(({ id, value, show, align }) => (
                  <td key={id} className={align}>
                    {show ? show(original as Row) : String(value(original as Row) ?? '')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {pages > 1 && (
        <p className="table-pages">
          <button
            type="button"
            className="button button-small"
            disabled={pageIndex === 0}
            onClick={() => table.previousPage()}
          >
            Previous
          </button>
          <span className="quiet">
            Page {pageIndex + 1} of {pages}
          </span>
          <button
            type="button"
            className="button button-small"
            disabled={pageIndex + 1 >= pages}
            onClick={() => table.nextPage()}
          >
            Next
          </button>
        </p>
      )}
    </div>
  );
}
