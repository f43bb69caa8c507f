import { type ReactNode, useEffect, useEffectEvent, useId, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { count, number } from '../../lib/format.ts';
import { useTypedText, useViewGroup } from '../../lib/use-view.ts';
import { Button } from '../button.tsx';
import { Empty } from '../states.tsx';
import { CsvButton } from './csv-button.tsx';
import { Table } from './table.tsx';

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
  /** The order without a choice of the user: `date` is ascending, `-date` descending. */
  sort?: string;
  pageSize?: number;
  linked?: Linked<Row>;
};

/** A printed report has the first rows; the CSV file has all. */
const MAX_PRINTED = 100;
const ARROWS = { none: '', ascending: '↑', descending: '↓' };

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
  const [view, setView] = useViewGroup(name);
  const find = view.find ?? '';
  const [text, setText] = useTypedText(find, (next) =>
    setView({ find: next || undefined, page: undefined }, 'replace'),
  );
  const sorting = orderOf(view.sort, columns) ?? orderOf(sort, columns);
  const sorted = useMemo(() => arranged(rows, columns, view, sort), [rows, columns, view, sort]);
  const isPrinting = usePrinting();
  const pages = Math.max(1, Math.ceil(sorted.length / pageSize));
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(view.page)) || 1));
  const goTo = (next: number, how: 'push' | 'replace' = 'push') =>
    setView({ page: next > 1 ? String(next) : undefined }, how);
  const toggleSort = (id: string) => {
    // Numbers and days are read from the largest, texts from the first.
    const isText = columns.find((one) => one.id === id)?.align !== 'right' && sort?.replace('-', '') !== id;
    const desc = sorting?.column.id === id ? !sorting.desc : !isText;
    const next = `${desc ? '-' : ''}${id}`;
    setView({ sort: next === sort ? undefined : next, page: undefined }, 'push');
  };
  const selected = linked?.selected ?? null;
  const showSelected = useEffectEvent(() => {
    const index = sorted.findIndex((row) => linked?.idOf(row) === selected);
    const found = Math.floor(index / pageSize) + 1;
    if (index >= 0 && found !== page) goTo(found, 'replace');
  });
  // Jumps to the page of an entry selected elsewhere. Sorting and filtering do not jump.
  useEffect(() => {
    if (selected !== null) showSelected();
  }, [selected]);
  if (rows.length === 0) return <Empty title={empty} />;
  const shown = isPrinting
    ? sorted.slice(0, MAX_PRINTED)
    : sorted.slice((page - 1) * pageSize, page * pageSize);
  return (
    <div className="table">
      <div className="row table-bar">
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
          {sorted.length === rows.length
            ? count(rows.length, noun, nouns)
            : `${number(sorted.length)} of ${count(rows.length, noun, nouns)}`}
        </span>
        <CsvButton
          file={file}
          label={caption.toLowerCase()}
          header={columns.map(({ label }) => label)}
          rows={() => sorted.map((row) => columns.map(({ value }) => value(row)))}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="table-scroll" tabIndex={0} aria-label={caption}>
        <Table
          id={id}
          caption={caption}
          isWide
          rows={shown}
          keyOf={(row) => rows.indexOf(row)}
          rowProps={(row) => linkedProps(row, linked)}
          columns={columns.map(({ id, label, value, show, align }) => {
            const order = sorting?.column.id !== id ? 'none' : sorting.desc ? 'descending' : 'ascending';
            return {
              id,
              label,
              align,
              order,
              show: show ?? ((row: Row) => String(value(row) ?? '')),
              // Browsers repeat text on the next printed page, but no buttons.
              head: isPrinting ? (
                label
              ) : (
                <button type="button" className="sort" onClick={() => toggleSort(id)}>
                  {label}
                  <span aria-hidden="true">{ARROWS[order]}</span>
                </button>
              ),
            };
          })}
        />
      </section>
      {isPrinting && sorted.length > MAX_PRINTED && (
        <p className="quiet">
          The first {MAX_PRINTED} of {count(sorted.length, noun, nouns)}. The CSV file has all of them.
        </p>
      )}
      {sorted.length === 0 && <Empty title={`No ${noun} matches the filter.`} />}
      {pages > 1 && (
        <p className="row table-pages">
          <Button
            small
            aria-label={`Previous page of ${caption}`}
            disabled={page === 1}
            onClick={() => goTo(page - 1)}
          >
            Previous
          </Button>
          <span className="quiet">
            Page {number(page)} of {number(pages)}
          </span>
          <Button
            small
            aria-label={`Next page of ${caption}`}
            disabled={page === pages}
            onClick={() => goTo(page + 1)}
          >
            Next
          </Button>
        </p>
      )}
    </div>
  );
}

/** Parses `date` (ascending) or `-date` (descending). Undefined if the table has no such column. */
function orderOf<Row>(text: string | undefined, columns: Column<Row>[]) {
  const column = columns.find(({ id }) => id === text?.replace('-', ''));
  return column && { column, desc: text?.startsWith('-') ?? false };
}

const collator = new Intl.Collator('en-US', { numeric: true });

/** The rows that match the filters, in the chosen order. */
function arranged<Row>(
  rows: Row[],
  columns: Column<Row>[],
  view: Record<string, string | undefined>,
  sort: string | undefined,
): Row[] {
  const find = view.find?.toLowerCase() ?? '';
  const textOf = ({ value }: Column<Row>, row: Row) => String(value(row) ?? '');
  const facets = columns.filter(({ id, facet }) => facet !== undefined && view[id] !== undefined);
  const found = rows.filter(
    (row) =>
      facets.every((column) => textOf(column, row) === view[column.id]) &&
      columns.some((column) => textOf(column, row).toLowerCase().includes(find)),
  );
  const order = orderOf(view.sort, columns) ?? orderOf(sort, columns);
  if (order === undefined) return found;
  const { column, desc } = order;
  const compare = (a: Row, b: Row) => {
    const [first, second] = [column.value(a), column.value(b)];
    if (typeof first === 'number' && typeof second === 'number') return first - second;
    return collator.compare(textOf(column, a), textOf(column, b));
  };
  return found.toSorted((a, b) => (desc ? compare(b, a) : compare(a, b)));
}

/** Highlights the row together with its entry in the other view. */
function linkedProps<Row>(row: Row, linked: Linked<Row> | undefined) {
  if (!linked) return {};
  const id = linked.idOf(row);
  const marks = ['linked', id === linked.pointed && 'pointed', id === linked.selected && 'selected'];
  return {
    className: marks.filter(Boolean).join(' '),
    onPointerEnter: () => linked.onPoint(id),
    onPointerLeave: () => linked.onPoint(null),
    onFocus: () => linked.onPoint(id),
    onBlur: () => linked.onPoint(null),
  };
}

/** True while the browser prints. The page is rendered before the browser takes it. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    return () => {
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }, []);
  return isPrinting;
}
