/** The names in a string literal, separated by white space. */
export type Names<S extends string> = S extends `${infer Line}\n${infer Rest}`
  ? Names<Line> | Names<Rest>
  : S extends `${infer Name} ${infer Rest}`
    ? Exclude<Name, ''> | Names<Rest>
    : Exclude<S, ''>;

/** Splits a list of names, such as the columns of a table, and keeps them as types. */
export function names<const S extends string>(list: S): Names<S>[] {
  return list.trim().split(/\s+/) as Names<S>[];
}
