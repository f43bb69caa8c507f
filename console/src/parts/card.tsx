import { Fragment, type ReactNode, useId } from 'react';

type Props = { title: string; note?: ReactNode; wide?: boolean; children: ReactNode };

export function Card({ title, note, wide = false, children }: Props) {
  const id = useId();
  return (
    <section className={wide ? 'card card-wide' : 'card'} aria-labelledby={id}>
      <header className="card-head">
        <h2 id={id}>{title}</h2>
        {note}
      </header>
      {children}
    </section>
  );
}

/** Name and value pairs inside a card. */
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
