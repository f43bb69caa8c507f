/**
 * The 24 months up to the newest loaded federal data, or up to the requested day ($2). Both days are included, as in the
 * time weights.
 */
export const WINDOW_START = `(select federal_window_end($2) - interval '24 months')`;
export const WINDOW_END = '(select federal_window_end($2))';

export const inWindow = (column: string) => `${column} >= ${WINDOW_START} and ${column} <= ${WINDOW_END}`;
