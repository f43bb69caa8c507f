export const DECISIONS = ['pass', 'review', 'fail'] as const;
/** What a rule may decide by its parameters. */
export type Decision = (typeof DECISIONS)[number];
