import { type ComponentProps, lazy, Suspense, useEffect, useRef, useState } from 'react';
import type PointMap from './point-map.tsx';

/** Without the code of the map, for example because the network failed, the rest of the page still works. */
const LoadedMap = lazy(() => import('./point-map.tsx').catch(() => ({ default: MapMissing })));
/** The distance from the viewport at which the map starts to load. */
const AHEAD = '300px';

function MapMissing() {
  return (
    <p className="notice">
      The map could not be loaded. Reload the page to try again. The list has the same records.
    </p>
  );
}

function MapLoading({ label }: { label: string }) {
  return (
    <div className="map-box">
      <section className="map" aria-label={label} aria-busy />
      <p className="map-loading" role="status">
        Loading the map…
      </p>
    </div>
  );
}

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
    <Suspense fallback={<MapLoading label={props.label} />}>
      <LoadedMap {...props} />
    </Suspense>
  );
}
