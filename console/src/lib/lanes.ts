/** A period of a timeline, with days as YYYY-MM-DD. An empty start is before the first record. */
export type Span = { start: string; end: string; tone: 'good' | 'bad'; label: string };
export type Lane = { group: string; label: string; spans: Span[] };
