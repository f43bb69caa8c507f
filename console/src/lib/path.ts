import { useSyncExternalStore } from 'react';

const BASE = '/console';
const NAVIGATED = 'milepost:navigated';

/** The path inside the console; the first page is `/`. */
export function usePath(): string {
  return useSyncExternalStore(subscribe, readPath);
}

export function goTo(path: string): void {
  history.pushState(null, '', hrefOf(path));
  scrollTo(0, 0);
  dispatchEvent(new Event(NAVIGATED));
}

export function hrefOf(path: string): string {
  return path === '/' ? BASE : BASE + path;
}

function readPath(): string {
  const path = location.pathname.slice(BASE.length).replace(/\/+$/, '');
  // Bookmarks may have the earlier names of these pages.
  const current = path.replace(/^\/pictures(?=\/|$)/, '/images').replace(/^\/mails$/, '/emails');
  return current === '' ? '/' : current;
}

function subscribe(onChange: () => void): () => void {
  addEventListener('popstate', onChange);
  addEventListener(NAVIGATED, onChange);
  return () => {
    removeEventListener('popstate', onChange);
    removeEventListener(NAVIGATED, onChange);
  };
}
