import { useEffect } from 'react';
import { FIELDS, focusOrContent } from './use-focus-return.ts';

/** Dialogs and pages that move the focus themselves do it within this time. */
const PATIENCE_MS = 50;

/**
 * When the focused element disappears, the focus moves to what replaced it: the first field of a form in the same place, the
 * first control there, or the content of the page. Without this the next press of Tab would start at the top of the page.
 */
export function useKeepFocus(): void {
  useEffect(() => {
    /** The focused element and the elements around it, the nearest first. */
    let places: Element[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isLost = () => document.activeElement === document.body && places[0]?.isConnected === false;
    const onFocus = ({ target }: FocusEvent) => {
      places = [];
      for (let one = target as Element | null; one !== null; one = one.parentElement) places.push(one);
    };
    // A click beside all controls takes the focus away on purpose.
    const onPointer = () => {
      places = [];
    };
    const restore = () => {
      if (isLost()) focusIn(places.find((place) => place.isConnected) ?? null);
    };
    const observer = new MutationObserver(() => {
      if (!isLost()) return;
      clearTimeout(timer);
      timer = setTimeout(restore, PATIENCE_MS);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    addEventListener('focusin', onFocus);
    addEventListener('pointerdown', onPointer, true);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      removeEventListener('focusin', onFocus);
      removeEventListener('pointerdown', onPointer, true);
    };
  }, []);
}

function focusIn(place: Element | null): void {
  const content = document.getElementById('content');
  if (place === null || place === content || place.contains(content)) {
    focusOrContent(content);
    return;
  }
  const form = place.matches('form') ? place : place.querySelector('form');
  const target =
    form?.querySelector(FIELDS) ?? place.querySelector('button, a[href], input, select, textarea');
  focusOrContent(target);
}
