import { type ReactNode, useId } from 'react';

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
