import {
  columnFilteringFeature,
  createFilteredRowModel,
  createSortedRowModel,
  filterFns,
  globalFilteringFeature,
  rowSortingFeature,
  sortFns,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type ReactNode, useEffect, useEffectEvent, useId, useMemo } from 'react';
import { count, number } from '../lib/format.ts';
import { usePrinting } from '../lib/use-printing.ts';
import { useTypedText, useViewGroup } from '../lib/use-view.ts';
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
  /** Its order, filters and page are the search parameters `<name>.sort`, `.find`, `.page` and `.<column>`. */
  name: string;
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
};

/** A printed report has the first rows; the CSV file has all. */
const MAX_PRINTED = 100;

const features = tableFeatures({
  columnFilteringFeature,
  globalFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
  filterFns,
  sortFns,
});

/** A table that sorts, filters, pages and exports its rows. All rows are on the client. */
export function DataTable<Row>({
  caption,
  name,
  rows,
  columns,
  noun,
  nouns = `${noun}s`,
  empty,
  file,
  sort,
  pageSize = 10,
  linked,
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
  const [view, setView] = useViewGroup(name);
  const find = view.find ?? '';
  const [text, setText] = useTypedText(find, (next) =>
    setView({ find: next || undefined, page: undefined }, 'replace'),
  );
  const facets = columns.filter(({ id, facet }) => facet !== undefined && view[id] !== undefined);
  const sorting = orderOf(view.sort, columns) ?? sort;
  const table = useTable({
    features,
    data: rows as never[],
    columns: definitions as never[],
    state: {
      sorting: sorting ? [sorting] : [],
      globalFilter: find,
      columnFilters: facets.map(({ id }) => ({ id, value: view[id] })),
    },
    globalFilterFn: 'includesString',
  });
  const isPrinting = usePrinting();
  const sortedRows = table.getSortedRowModel().rows;
  const pages = Math.max(1, Math.ceil(sortedRows.length / pageSize));
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(view.page)) || 1));
  const goTo = (next: number, how: 'push' | 'replace' = 'push') =>
    setView({ page: next > 1 ? String(next) : undefined }, how);
  const toggleSort = (id: string) => {
    // Numbers and days are read from the largest, texts from the first.
    const isText = columns.find((one) => one.id === id)?.align !== 'right' && id !== sort?.id;
    const desc = sorting?.id === id ? !sorting.desc : !isText;
    const isUsual = sort?.id === id && sort.desc === desc;
    setView({ sort: isUsual ? undefined : `${desc ? '-' : ''}${id}`, page: undefined }, 'push');
  };
  const selected = linked?.selected ?? null;
  const showSelected = useEffectEvent(() => {
    const index = sortedRows.findIndex(({ original }) => linked?.idOf(original as Row) === selected);
    const found = Math.floor(index / pageSize) + 1;
    if (index >= 0 && found !== page) goTo(found, 'replace');
  });
  // Turns to the page with the entry that was selected elsewhere. Sorting and filtering do not.
  useEffect(() => {
    if (selected !== null) showSelected();
  }, [selected]);
  if (rows.length === 0) return <Empty title={empty} />;
  const shown = isPrinting
    ? sortedRows.slice(0, MAX_PRINTED)
    : sortedRows.slice((page - 1) * pageSize, page * pageSize);
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
            maxLength={200}
            value={text}
            onChange={(event) => setText(event.target.value)}
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
                value={view[column] ?? ''}
                onChange={({ target }) =>
                  setView({ [column]: target.value || undefined, page: undefined }, 'push')
                }
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
          {sortedRows.length === rows.length
            ? count(rows.length, noun, nouns)
            : `${number(sortedRows.length)} of ${count(rows.length, noun, nouns)}`}
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
                const order = sorting?.id !== id ? 'none' : sorting.desc ? 'descending' : 'ascending';
                return (
                  <th key={id} aria-sort={order} className={align}>
                    {/* Browsers repeat text on the next printed page, but no buttons. */}
                    {isPrinting ? (
                      label
                    ) : (
                      <button type="button" className="sort" onClick={() => toggleSort(id)}>
                        {label}
                        <span aria-hidden="true">
                          {order === 'none' ? '' : order === 'ascending' ? '↑' : '↓'}
                        </span>
                      </button>
                    )}
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ id, original }) => (
              <TableRow key={id} row={original as Row} columns={columns} linked={linked} />
            ))}
          </tbody>
        </table>
      </section>
      {isPrinting && sortedRows.length > MAX_PRINTED && (
        <p className="quiet">
          The first {MAX_PRINTED} of {count(sortedRows.length, noun, nouns)}. The CSV file has all of them.
        </p>
      )}
      {sortedRows.length === 0 && <Empty title={`No ${noun} matches the filter.`} />}
      {pages > 1 && (
        <p className="table-pages">
          <button
            type="button"
            className="button button-small"
            disabled={page === 1}
            onClick={() => goTo(page - 1)}
          >
            Previous
          </button>
          <span className="quiet">
            Page {number(page)} of {number(pages)}
          </span>
          <button
            type="button"
            className="button button-small"
            disabled={page === pages}
            onClick={() => goTo(page + 1)}
          >
            Next
          </button>
        </p>
      )}
    </div>
  );
}

/** Parses `date` (ascending) or `-date` (descending). Undefined if the table has no such column. */
function orderOf<Row>(text: string | undefined, columns: Column<Row>[]) {
  const id = text?.replace(/^-/, '');
  return columns.some((one) => one.id === id) && id !== undefined
    ? { id, desc: text?.startsWith('-') ?? false }
    : undefined;
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
