import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Search, searchOf } from './search.ts';

declare module '@tanstack/history' {
  interface HistoryState {
    /** The parameter that this entry of the history added to the URL of the entry before. */
    opened?: string;
    /** The images of the list that led to an image, in its order. */
    among?: string[];
  }
}

/** Search parameters as text; undefined removes one. */
type Changes = Record<string, string | undefined>;
type How = 'push' | 'replace';

const MAX_LENGTH = 2_000;

function textOf(raw: unknown): string | undefined {
  return /string|number|boolean/.test(typeof raw) ? String(raw).slice(0, MAX_LENGTH) : undefined;
}

/**
 * What `select` makes of the search parameters. Changes of other parameters, such as the page of a table, do not render
 * the page again: the router compares the text.
 */
function useSelected<T>(select: (raw: Record<string, unknown>) => T): T {
  const json = useSearch({ strict: false, select: (raw) => JSON.stringify(select(raw)) });
  return useMemo(() => JSON.parse(json) as T, [json]);
}

/** The search parameters of a page. The router passes on invalid values; here they are dropped. */
export function usePageSearch<Name extends keyof typeof searchOf>(name: Name): Search[Name] {
  return useSelected((raw) => searchOf[name](raw) as Search[Name]);
}

type ChangeOptions = {
  /** The parameter that the new entry of the history opens. */
  opened?: string;
  resetScroll?: boolean;
};

/** Changes search parameters and keeps the others. */
export function useChangeView() {
  const navigate = useNavigate();
  return useCallback(
    (changes: Changes, how: How, { opened, resetScroll = false }: ChangeOptions = {}) =>
      navigate({
        to: '.',
        search: (before) => ({ ...before, ...changes }),
        replace: how === 'replace',
        resetScroll,
        state: how === 'replace' ? true : { opened },
      }),
    [navigate],
  );
}

/** The search parameters `<prefix>.<name>`, as an object with the keys `<name>`. */
export function useViewGroup(prefix: string) {
  const values: Changes = useSelected((raw) => {
    const own = Object.entries(raw).filter(([name]) => name.startsWith(`${prefix}.`));
    return Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length + 1), textOf(value)]));
  });
  const change = useChangeView();
  const set = useCallback(
    (changes: Changes, how: How) =>
      change(
        Object.fromEntries(Object.entries(changes).map(([name, value]) => [`${prefix}.${name}`, value])),
        how,
      ),
    [change, prefix],
  );
  return [values, set] as const;
}

/** One part of the view that is kept in the URL, so that a reload, a copied link and the back button restore it. */
export function useView(param: string) {
  const value = useSearch({
    strict: false,
    select: (raw) => textOf((raw as Record<string, unknown>)[param]),
  });
  const change = useChangeView();
  const set = useCallback(
    (next: string | undefined, how: How = 'replace') => change({ [param]: next }, how),
    [change, param],
  );
  return [value, set] as const;
}

/**
 * A dialog or form that opens over the page. Closing it goes back to the page as it was before. `inner` are
 * parameters of the dialog's own view.
 */
export function useOpened(param: string, inner = '') {
  const router = useRouter();
  const change = useChangeView();
  const [value] = useView(param);
  const isClosing = useRef(false);
  // `close` goes back in the history, which takes effect later. Until then, a second call must not go back again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the parameter has changed, going back is finished.
  useEffect(() => {
    isClosing.current = false;
  }, [value]);
  const open = useCallback(
    (next: string) => change({ [param]: next }, 'push', { opened: param }),
    [change, param],
  );
  const close = useCallback(() => {
    if (isClosing.current) return;
    // The page may have been opened by a link to the dialog.
    if (router.history.location.state.opened !== param) {
      const all = [param, ...inner.split(',')];
      change(Object.fromEntries(all.map((one) => [one, undefined])), 'replace');
      return;
    }
    isClosing.current = true;
    router.history.back();
  }, [change, param, inner, router]);
  return { value, open, close };
}

/** A dialog of the page by its name: only one is open at a time. */
export function useDialog(name: string): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const { value, open, close } = useOpened('dialog');
  const isOpen = value === name;
  return [isOpen, (next) => (next ? open(name) : isOpen && close())];
}

/** Entries of a list that are expanded. */
export function useExpanded(param: string): [isOpen: (id: string) => boolean, toggle: (id: string) => void] {
  const [value, set] = useView(param);
  const ids = value?.split(',') ?? [];
  const toggle = (id: string) => {
    const next = ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
    set(next.length === 0 ? undefined : next.join(','), 'push');
  };
  return [(id) => ids.includes(id), toggle];
}

/**
 * The text of an input that is also in the URL. The URL follows a moment later and without spaces at the ends, so only
 * values that were not typed here change the input.
 */
export function useTypedText(value: string, onType: (text: string) => void) {
  const [text, setText] = useState(value);
  const written = useRef([value]);
  useEffect(() => {
    const index = written.current.lastIndexOf(value);
    written.current = index === -1 ? [value] : written.current.slice(index);
    if (index === -1) setText(value);
  }, [value]);
  const type = (next: string) => {
    setText(next);
    written.current.push(next.trim());
    // After the render, so that the page's request does not wait for the router.
    setTimeout(() => onType(next.trim()));
  };
  return [text, type] as const;
}
