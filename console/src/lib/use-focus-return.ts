import { useRef } from 'react';

/**
 * For a dialog that has no trigger of its own: its first field gets the focus when it opens, and the focus returns to the
 * former element when it closes. `autoFocus` on a field would move the focus before the former element is known.
 */
export function useFocusReturn() {
  const former = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      former.current = document.activeElement;
      const field = (event.target as Element).querySelector<HTMLElement>(FIELDS);
      if (field === null) return;
      event.preventDefault();
      field.focus();
    },
    onCloseAutoFocus: () => focusOrContent(former.current),
  };
}

export const FIELDS = 'input:enabled:not([type=hidden]), select:enabled, textarea:enabled';

/** The focus must not get lost: the next press of Tab would start at the top of the page. */
export function focusOrContent(element: Element | null): void {
  const isUsable = element instanceof HTMLElement && element.isConnected && element !== document.body;
  const target = isUsable ? element : document.getElementById('content');
  target?.focus({ preventScroll: true });
}
