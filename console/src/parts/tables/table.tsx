import type { HTMLAttributes, ReactNode } from 'react';

export type TableColumn<Row> = {
  /** Needed only if two columns have the same label. */
  id?: string;
  label: string;
  show: (row: Row) => ReactNode;
  align?: 'right' | undefined;
  /** Buttons of the row. On a phone they are below the values, without a label. */
  isActions?: boolean;
  /** Shown instead of the label. */
  head?: ReactNode;
  order?: 'ascending' | 'descending' | 'none';
};

type Props<Row> = {
  id?: string;
  caption: string;
  rows: Row[];
  /** The first column names the row. */
  columns: TableColumn<Row>[];
  keyOf: (row: Row) => string | number;
  /** Stays a table on a phone. Otherwise it becomes a list of labeled values. */
  isWide?: boolean;
  rowProps?: (row: Row) => HTMLAttributes<HTMLTableRowElement>;
};

export function Table<Row>({ id, caption, rows, columns, keyOf, isWide = false, rowProps }: Props<Row>) {
  return (
    <table id={id} className={isWide ? 'list' : 'list rows'}>
      <caption className="hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ id, label, align, isActions, head, order }) => (
            <th key={id ?? label} className={align} scope="col" aria-sort={order}>
              {isActions ? <span className="hidden">{label}</span> : (head ?? label)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} {...rowProps?.(row)}>
            {columns.map(({ id, label, show, align, isActions }, index) => (
              <td
                key={id ?? label}
                className={isActions ? 'rows-actions' : align}
                data-label={isWide || index === 0 || isActions ? undefined : label}
              >
                {show(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
