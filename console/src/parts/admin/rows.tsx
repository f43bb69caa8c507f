import type { ReactNode } from 'react';

export type RowColumn<Row> = {
  label: string;
  show: (row: Row) => ReactNode;
  align?: 'right';
  /** Buttons of the row. On a phone they are below the values, without a label. */
  isActions?: boolean;
};

type Props<Row> = {
  caption: string;
  rows: Row[];
  /** The first column names the row. */
  columns: RowColumn<Row>[];
  keyOf: (row: Row) => string | number;
};

/** A table that becomes a list of labeled values on a phone. */
export function Rows<Row>({ caption, rows, columns, keyOf }: Props<Row>) {
  return (
    <table className="list rows">
      <caption className="hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ label, align, isActions }) => (
            <th key={label} className={align} scope="col">
              {isActions ? <span className="hidden">{label}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ label, show, align, isActions }, index) => (
              <td
                key={label}
                className={[align, isActions && 'rows-actions'].filter(Boolean).join(' ') || undefined}
                data-label={index === 0 || isActions ? undefined : label}
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
