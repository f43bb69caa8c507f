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
import { type ReactNode, useEffect, useEffectEvent, useId, useMemo } from 'react';
import { count, number } from '../lib/format.ts';
import { useListKeys } from '../lib/use-list-keys.ts';
import { usePrinting } from '../lib/use-printing.ts';
import { CsvButton } from './csv-button.tsx';
import { Empty } from './states.tsx';

export type Column<Row> = {
  id: string;
  label: string;
  /** The value for sorting, filtering and CSV. */
  value: (row: Row) => string | number | boolean | null;
  /** How it is shown; without it, the value. */
  show?: (row: Row) => ReactNode;
  align?: 'right';
  /** Offers a list of the column's values to filter by, each with this label. */
  facet?: (value: string) => string;
};

/** Connects the rows with another view of them, such as a map. */
export type Linked<Row> = {
  idOf: (row: Row) => string;
  selected: string | null;
  pointed: string | null;
  onPoint: (id: string | null) => void;
};

type Props<Row> = {
  caption: string;
  rows: Row[];
  columns: Column<Row>[];
  /** What one row is, for the counts: "violation". */
  noun: string;
  nouns?: string;
  empty: string;
  /** Name of the CSV file without its ending. */
  file: string;
  sort?: { id: string; desc: boolean };
  pageSize?: number;
  linked?: Linked<Row>;
  /** The filter of the first rendering. */
  filter?: string | undefined;
};

/** A printed report has the first rows; the CSV file has all. */
const MAX_PRINTED = 100;

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
  nouns = `${noun}s`,
  empty,
  file,
  sort,
  pageSize = 10,
  linked,
  filter = '',
}: Props<Row>) {
  const id = useId();
  const definitions = useMemo(
    () =>
      columns.map(({ id, label, value }) => ({
        id,
        header: label,
        filterFn: 'equalsString',
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
      globalFilter: filter,
    },
    globalFilterFn: 'includesString',
  });
  const isPrinting = usePrinting();
  const list = useListKeys<HTMLTableSectionElement>();
  const sortedRows = table.getSortedRowModel().rows;
  const selected = linked?.selected ?? null;
  const showSelected = useEffectEvent(() => {
    const index = sortedRows.findIndex(({ original }) => linked?.idOf(original as Row) === selected);
    if (index >= 0) table.setPageIndex(Math.floor(index / pageSize));
  });
  // Turns to the page with the entry that was selected elsewhere. Sorting and filtering do not.
  useEffect(() => {
    if (selected !== null) showSelected();
  }, [selected]);
  if (rows.length === 0) return <Empty title={empty} />;
  const filtered = table.getFilteredRowModel().rows;
  const { pageIndex } = table.state.pagination;
  const pages = Math.max(1, Math.ceil(filtered.length / pageSize));
  const shown = isPrinting ? sortedRows.slice(0, MAX_PRINTED) : table.getRowModel().rows;
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
        {rows.length > pageSize &&
          columns.map(({ id: column, label, value, facet }) => {
            const values = facet ? [...new Set(rows.map((row) => String(value(row) ?? '')))].toSorted() : [];
            if (!facet || values.length < 2) return null;
            return (
              <select
                key={column}
                className="input"
                aria-label={`Filter ${caption} by ${label.toLowerCase()}`}
                aria-controls={id}
                value={String(table.getColumn(column)?.getFilterValue() ?? '')}
                onChange={({ target }) => table.getColumn(column)?.setFilterValue(target.value || undefined)}
              >
                <option value="">{label}: all</option>
                {values.map((one) => (
                  <option key={one} value={one}>
                    {facet(one) || 'Unknown'}
                  </option>
                ))}
              </select>
            );
          })}
        <span className="quiet" aria-live="polite">
          {filtered.length === rows.length
            ? count(rows.length, noun, nouns)
            : `${number(filtered.length)} of ${count(rows.length, noun, nouns)}`}
        </span>
        <CsvButton
          file={file}
          label={caption.toLowerCase()}
          header={columns.map(({ label }) => label)}
          rows={() => sortedRows.map(({ original }) => columns.map(({ value }) => value(original as Row)))}
        />
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
          <tbody ref={list}>
            {shown.map(({ id, original }) => (
              <TableRow key={id} row={original as Row} columns={columns} linked={linked} />
            ))}
          </tbody>
        </table>
      </section>
      {isPrinting && filtered.length > MAX_PRINTED && (
        <p className="quiet">
          The first {MAX_PRINTED} of {count(filtered.length, noun, nouns)}. The CSV file has all of them.
        </p>
      )}
      {filtered.length === 0 && <Empty title={`No ${noun} matches the filter.`} />}
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
            Page {number(pageIndex + 1)} of {number(pages)}
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

type RowProps<Row> = { row: Row; columns: Column<Row>[]; linked: Linked<Row> | undefined };

function TableRow<Row>({ row, columns, linked }: RowProps<Row>) {
  const cells = columns.map(({ id, value, show, align }) => (
    <td key={id} className={align}>
      {show ? show(row) : String(value(row) ?? '')}
    </td>
  ));
  if (!linked) return <tr>{cells}</tr>;
  const id = linked.idOf(row);
  return (
    <tr
      className={['linked', id === linked.pointed && 'pointed', id === linked.selected && 'selected']
        .filter(Boolean)
        .join(' ')}
      onPointerEnter={() => linked.onPoint(id)}
      onPointerLeave={() => linked.onPoint(null)}
      onFocus={() => linked.onPoint(id)}
      onBlur={() => linked.onPoint(null)}
    >
      {cells}
    </tr>
  );
}
