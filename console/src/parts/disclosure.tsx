import type { ReactNode } from 'react';
import { useExpanded } from '../lib/use-view.ts';

type Props = {
  /** The search parameter that lists the open entries. */
  param: string;
  id: string;
  className: string;
  summary: ReactNode;
  children: ReactNode;
};

/** Details that are open if the URL says so. */
export function Disclosure({ param, id, className, summary, children }: Props) {
  const [isOpen, toggle] = useExpanded(param);
  return (
    <details className={className} open={isOpen(id)}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button. */}
      <summary
        data-list-item
        onClick={(event) => {
          event.preventDefault();
          toggle(id);
        }}
      >
        {summary}
      </summary>
      {children}
    </details>
  );
}
