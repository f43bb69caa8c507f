import { type ComponentProps, lazy, Suspense, useEffect, useRef, useState } from 'react';
import type PointMap from './point-map.tsx';

const LoadedMap = lazy(() => import('./point-map.tsx'));
/** How far below the screen the map is loaded. */
const AHEAD = '300px';

/** The map is large, so it is loaded when it is about to be seen. Its place is kept free until then. */
export function LazyMap(props: ComponentProps<typeof PointMap>) {
  const place = useRef<HTMLElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: AHEAD },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  if (!isNear) return <section ref={place} className="map" aria-label={props.label} aria-busy={false} />;
  return (
    <Suspense fallback={<section className="map" aria-label={props.label} aria-busy />}>
      <LoadedMap {...props} />
    </Suspense>
  );
}
