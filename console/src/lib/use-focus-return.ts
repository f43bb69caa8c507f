import { useEffect, useRef } from 'react';

/** For a dialog that has no trigger of its own: the focus returns to the element that had it before. */
export function useFocusReturn() {
  const former = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      former.current = document.activeElement;
    },
    onCloseAutoFocus: () => focusOrContent(former.current),
  };
}

/** Moves the focus to the content when the focused element has disappeared, for example a link to the page that is shown now. */
export function useFocusOnNewPage(pathname: string): void {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // The page before is removed after this effect.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) focusOrContent(null);
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
}

/** The focus must not get lost: the next press of Tab would start at the top of the page. */
export function focusOrContent(element: Element | null): void {
  const isUsable = element instanceof HTMLElement && element.isConnected && element !== document.body;
  const target = isUsable ? element : document.getElementById('content');
  target?.focus({ preventScroll: true });
}
