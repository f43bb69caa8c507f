/** The 24 months up to the newest loaded federal data, or up to the day asked for ($2). */
export const WINDOW_START = `(select federal_window_end($2) - interval '24 months')`;
export const WINDOW_END = '(select federal_window_end($2))';

export const inWindow = (column: string) => `${column} > ${WINDOW_START} and ${column} <= ${WINDOW_END}`;
