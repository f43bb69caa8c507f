import { startServer } from '../start-server.ts';

export type FakePortal = {
  url: string;
  requests: { url: URL; headers: Record<string, string | string[] | undefined> }[];
  rows: { id: string; cells: string[] }[];
  header: string[];
  lastModified: string;
  /** Called before each response; can replace it with an error. */
  before: (nth: number) => { status: number; headers?: Record<string, string> } | 'cut' | 'hang up' | null;
};

/** Implements the part of the SODA API that downloads use: $select, $order, $where on :id, $limit, ETag, throttling. */
export async function portalServer(header: string[], rows: string[][]): Promise<FakePortal> {
  const portal: FakePortal = {
    url: '',
    requests: [],
    header,
    rows: rows.map((cells, i) => ({ id: `row-${String(i).padStart(6, '0')}`, cells })),
    lastModified: 'Mon, 14 Sep 2026 08:00:00 GMT',
    before: () => null,
  };
  portal.url = await startServer((request, response) => {
    const url = new URL(request.url ?? '/', portal.url);
    portal.requests.push({ url, headers: request.headers });
    const verdict = portal.before(portal.requests.length);
    if (verdict === 'hang up') return void request.socket.destroy();
    if (verdict !== null && verdict !== 'cut') {
      response.writeHead(verdict.status, verdict.headers);
      return void response.end();
    }
    const etag = `"${portal.lastModified}|${url.search}"`;
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
    const text = page(portal, url);
    response.writeHead(200, {
      etag,
      'content-type': 'text/csv',
      'last-modified': portal.lastModified,
      'content-length': Buffer.byteLength(text),
    });
    if (verdict !== 'cut') return void response.end(text);
    response.write(text.slice(0, text.length / 2), () => request.socket.destroy());
  });
  return portal;
}

function page(portal: FakePortal, url: URL): string {
  const after = /^:id > '(.*)'$/.exec(url.searchParams.get('$where') ?? '')?.[1] ?? '';
  const limit = Number(url.searchParams.get('$limit'));
  // Like the real portal, returns rows in arbitrary order unless $order is set.
  const ordered = url.searchParams.get('$order') === ':id' ? portal.rows : [...portal.rows].reverse();
  const rows = ordered.filter(({ id }) => id > after).slice(0, limit);
  const line = (cells: string[]) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`;
  return line([':id', ...portal.header]) + rows.map(({ id, cells }) => line([id, ...cells])).join('');
}
