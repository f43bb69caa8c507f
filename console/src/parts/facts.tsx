import { Fragment, type ReactNode } from 'react';

/** Names and values, one under the other. */
export function Facts({ rows }: { rows: [name: string, value: ReactNode][] }) {
  return (
    <dl className="facts">
      {rows.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
