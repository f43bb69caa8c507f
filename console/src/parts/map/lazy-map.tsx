import { type ComponentProps, lazy, Suspense, useEffect, useRef, useState } from 'react';
import type PointMap from './point-map.tsx';

const LoadedMap = lazy(() => import('./point-map.tsx'));
/** The distance from the viewport at which the map starts to load. */
const AHEAD = '300px';

/** Loads the map when it comes near the viewport, because its library is large. An empty box reserves the space until then. */
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
