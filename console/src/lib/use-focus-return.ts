import { useRef } from 'react';

/** For a dialog that has no trigger of its own: the focus returns to the element that had it before. */
export function useFocusReturn() {
  const former = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      former.current = document.activeElement;
    },
    onCloseAutoFocus: () => {
      if (former.current instanceof HTMLElement) former.current.focus();
    },
  };
}
