/** Searches that a user saved under a name, kept in this browser until they are deleted. */
export type SavedView = { name: string; search: Record<string, string> };

const keyOf = (userId: number) => `milepost.views ${userId}`;
export const MAX_VIEWS = 50;

export function readViews(userId: number): SavedView[] {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]') as unknown;
    return Array.isArray(stored) ? (stored as SavedView[]) : [];
  } catch {
    return [];
  }
}

/** Saves a view in place of one with the same name, and returns all of them. */
export function saveView(userId: number, view: SavedView): SavedView[] {
  const others = readViews(userId).filter(({ name }) => name !== view.name);
  return write(userId, [view, ...others].slice(0, MAX_VIEWS));
}

export function deleteView(userId: number, name: string): SavedView[] {
  return write(
    userId,
    readViews(userId).filter((view) => view.name !== name),
  );
}

function write(userId: number, views: SavedView[]): SavedView[] {
  localStorage.setItem(keyOf(userId), JSON.stringify(views));
  return views;
}
