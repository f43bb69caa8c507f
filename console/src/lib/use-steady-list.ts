import { useState } from 'react';

type Entry = { image_id: string };

/**
 * The entries that the list had when it was opened, each in its current state. Later entries are added only when the user
 * asks for them, so the list does not shift while it is read.
 */
export function useSteadyList<T extends Entry>(key: string, newest: T[] | undefined) {
  const [shown, setShown] = useState<{ key: string; entries: T[] } | null>(null);
  const isOther = shown === null || shown.key !== key || shown.entries.length === 0;
  if (newest !== undefined && isOther && newest !== shown?.entries) setShown({ key, entries: newest });
  const byId = new Map(newest?.map((one) => [one.image_id, one]));
  const known = new Set(shown?.entries.map(({ image_id }) => image_id));
  return {
    entries: (shown?.entries ?? []).map((one) => byId.get(one.image_id) ?? one),
    waiting: newest?.filter(({ image_id }) => !known.has(image_id)).length ?? 0,
    showNewest: () => newest && setShown({ key, entries: newest }),
  };
}
