/** The 24 months up to the newest loaded federal data, or up to the day asked for ($2): for a date column. */
export const inWindow = (column: string) =>
  `${column} > (select federal_window_end($2) - interval '24 months') and ${column} <= (select federal_window_end($2))`;
