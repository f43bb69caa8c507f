import { useSyncExternalStore } from 'react';

const BASE = '/console';
const MOVED = 'milepost:moved';

/** The path inside the console: `/` for its first page. */
export function usePath(): string {
  return useSyncExternalStore(subscribe, readPath);
}

export function goTo(path: string): void {
  history.pushState(null, '', hrefOf(path));
  scrollTo(0, 0);
  dispatchEvent(new Event(MOVED));
}

export function hrefOf(path: string): string {
  return path === '/' ? BASE : BASE + path;
}

function readPath(): string {
  const path = location.pathname.slice(BASE.length).replace(/\/+$/, '');
  return path === '' ? '/' : path;
}

function subscribe(onMove: () => void): () => void {
  addEventListener('popstate', onMove);
  addEventListener(MOVED, onMove);
  return () => {
    removeEventListener('popstate', onMove);
    removeEventListener(MOVED, onMove);
  };
}
