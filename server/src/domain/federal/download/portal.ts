/** What a download needs of the guarded outbound client; the adapter gives it. */
export type PortalClient = {
  send(request: {
    url: string;
    headers: Record<string, string>;
    deadlineMs: number;
    maxBytes: number;
    maxRedirects: number;
    keepAlive: boolean;
  }): Promise<PortalAnswer>;
};

export type PortalAnswer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: AsyncIterable<Buffer>;
  cancel(): void;
};

export type Portal = {
  client: PortalClient;
  /** `https://data.transportation.gov` or a mirror of it. */
  baseUrl: string;
  /** Lifts the throttle; downloads work without it. */
  appToken: string | null;
};

export function headerOf(answer: PortalAnswer, name: string): string | null {
  const value = answer.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}
