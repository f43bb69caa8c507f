import type { Operation } from './operation.ts';

type Values = Record<string, unknown>;
type EncodedBody = { contentType: string | null; body: string | FormData | null };

/** `fetch` sets the content type of a form, which contains the boundary. */
export function encodeBody({ body: format }: Operation, value: unknown): EncodedBody {
  if (value === undefined) return { contentType: null, body: null };
  if (format === 'form') return { contentType: null, body: formOf(value as Values) };
  if (format === 'lines') {
    const lines = (value as unknown[]).map((line) => `${JSON.stringify(line)}\n`);
    return { contentType: 'application/x-ndjson', body: lines.join('') };
  }
  if (format === 'csv') return { contentType: 'text/csv', body: String(value) };
  return { contentType: 'application/json', body: JSON.stringify(value) };
}

function formOf(parts: Values): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    form.append(name, value instanceof Blob ? value : JSON.stringify(value));
  }
  return form;
}
