import type { AnchorHTMLAttributes } from 'react';
import { goTo, hrefOf } from '../use-path.ts';

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> & {
  /** A path inside the console. */
  to: string;
};

/** A way to another page of the console, without loading it anew. */
export function Link({ to, ...rest }: Props) {
  return (
    <a
      {...rest}
      href={hrefOf(to)}
      onClick={(event) => {
        // A new tab or window is the browser's business.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        goTo(to);
      }}
    />
  );
}
