import { useEffect } from 'react';

/** j and k move the focus between the elements of the page with `data-list-item`, in their order. */
export function useListKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || (event.key !== 'j' && event.key !== 'k')) return;
      if (isTyping(event.target) || document.querySelector('[role=dialog], [role=alertdialog]')) return;
      const items = [...document.querySelectorAll<HTMLElement>('main [data-list-item]')].filter((item) =>
        item.checkVisibility(),
      );
      const current = items.indexOf(document.activeElement as HTMLElement);
      const next = event.key === 'j' ? current + 1 : current === -1 ? items.length - 1 : current - 1;
      const item = items[Math.min(Math.max(next, 0), items.length - 1)];
      if (!item) return;
      event.preventDefault();
      item.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

/** A key without a modifier is a shortcut only outside of text fields. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
