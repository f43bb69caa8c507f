import { Fragment, type ReactNode, useId } from 'react';

export type CardProps = {
  title: string;
  note?: ReactNode;
  wide?: boolean;
  /** The target of a link within the page. */
  id?: string;
  children: ReactNode;
};

export function Card({ title, note, wide = false, id, children }: CardProps) {
  const heading = useId();
  return (
    <section id={id} className={wide ? 'card card-wide' : 'card'} aria-labelledby={heading}>
      <header className="card-head">
        <h2 id={heading}>{title}</h2>
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
