import { useEffect, useRef } from 'react';

/** j and k move the focus between the elements with `data-list-item` in a list. */
export function useListKeys<T extends HTMLElement>() {
  const list = useRef<T>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || (event.key !== 'j' && event.key !== 'k')) return;
      if (event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName))
        return;
      const items = [...(list.current?.querySelectorAll<HTMLElement>('[data-list-item]') ?? [])];
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
  return list;
}
