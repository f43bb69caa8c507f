export type Variable = {
  name: string;
  /** Default value, in words. */
  fallback: string;
  meaning: string;
  secret?: boolean;
};
