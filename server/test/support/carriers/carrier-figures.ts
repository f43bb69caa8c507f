/** Every page that states a figure of a carrier. */
const PAGES = (usdot: number) => [
  `/carrier/profile/fmcsa?usdot_number=${usdot}`,
  ...['signals', 'history', 'insurance', 'scores/history', 'scores/explain'].map(
    (page) => `/carrier/${usdot}/${page}`,
  ),
  `/visual_sightings/carrier-observations?usdot_number=${usdot}`,
  `/carriers?query=${usdot}`,
];

/** What differs between two databases with the same files: when a run was computed, and its number. */
const isVolatile = (path: string) => /\.(created_at|seconds|loaded_at|computed_at|run\.id)$/.test(path);

type Get = (url: string) => Promise<{ status: number; body: unknown }>;

/** The figures of a carrier by their path: `/carrier/1/insurance policies.0.amount`. */
export async function carrierFigures(get: Get, usdot: number): Promise<Map<string, unknown>> {
  const figures = new Map<string, unknown>();
  for (const url of PAGES(usdot)) {
    const { status, body } = await get(url);
    figures.set(`${url} status`, status);
    collect(figures, url, body);
  }
  return figures;
}

function collect(figures: Map<string, unknown>, path: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) {
    if (!isVolatile(path)) figures.set(path, value);
    return;
  }
  if (Array.isArray(value)) figures.set(`${path}.length`, value.length);
  for (const [name, child] of Object.entries(value)) collect(figures, `${path}.${name}`, child);
}

/** The figures that differ, as text. */
export function differences(actual: Map<string, unknown>, expected: Map<string, unknown>): string[] {
  const paths = new Set([...actual.keys(), ...expected.keys()]);
  return [...paths].flatMap((path) => {
    const [mine, theirs] = [actual.get(path), expected.get(path)];
    return Object.is(mine, theirs)
      ? []
      : [`${path}: ${JSON.stringify(mine)} instead of ${JSON.stringify(theirs)}`];
  });
}
