import type { AnchorHTMLAttributes } from 'react';
import { goTo, hrefOf } from '../lib/path.ts';

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> & {
  /** A path inside the console. */
  to: string;
};

/** A link to another console page, without a page load. */
export function Link({ to, ...rest }: Props) {
  return (
    <a
      {...rest}
      href={hrefOf(to)}
      onClick={(event) => {
        // Let the browser open a new tab or window.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        goTo(to);
      }}
    />
  );
}
