import type { Carrier } from './carrier.ts';
import type { Crash } from './crash.ts';
import type { CsvTable } from './csv-table.ts';
import type { Inspection } from './inspection.ts';

/** What happened to one carrier; made once, written to every file that tells of it. */
export type Events = { inspections: Inspection[]; crashes: Crash[] };

/** One or more files that are written together, carrier by carrier. */
export type FileWriter = { tables: CsvTable[]; write(carrier: Carrier, events: Events): void };
