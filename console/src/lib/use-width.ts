import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** The width of an element in pixels, measured before it is first painted and after each change. */
export function useWidth<T extends Element>(initial: number): [RefObject<T | null>, number] {
  const element = useRef<T>(null);
  const [width, setWidth] = useState(initial);
  useLayoutEffect(() => {
    const found = element.current;
    if (!found) return;
    const measure = () => setWidth(Math.max(1, Math.round(found.getBoundingClientRect().width)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(found);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
