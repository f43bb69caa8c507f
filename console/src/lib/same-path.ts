/** A signed link under the origin of this page, because PUBLIC_URL may differ; the signature covers only the path. */
export function samePath(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
