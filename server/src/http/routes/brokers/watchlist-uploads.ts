import type { Readable } from 'node:stream';
import Type from 'typebox';
import {
  ImportedWatchedCarriers,
  MAX_CSV_LINE_BYTES,
  MAX_CSV_LINES,
  WatchlistParams,
} from '../../../contract/brokers/watchlist.ts';
import { addCarriers } from '../../../domain/watchlists/listed-carriers.ts';
import { readWatchlist } from '../../../domain/watchlists/watchlist-store.ts';
import { sha256 } from '../../../lib/bytes/hash.ts';
import { invalid } from '../../../lib/errors.ts';
import { registrationNumber } from '../../../lib/identifiers/comparable.ts';
import { USDOT_RULE, usdotNumberOf } from '../../../lib/identifiers/usdot-number.ts';
import { holdKey, inProgress } from '../../idempotency.ts';
import { type Route, routeOf } from '../../route.ts';
import { readLines } from '../../streams/read-lines.ts';
import { watchlistAccess } from './watchlists.ts';

const route = routeOf('Brokers');

type BadLine = { line: number; text: string; problem: string };
const SHOWN_TEXT = 100;
const MAX_PROBLEMS = 50;
const HEADER = /^(usdot|dot)(_?(number|no))?$/;

/** The cells of a line of CSV. */
function cellsOf(line: string): string[] {
  const cells = line.match(/("([^"]|"")*"|[^,]*)(,|$)/g) ?? [];
  return cells.map((cell) =>
    cell
      .replace(/,$/, '')
      .trim()
      .replace(/^"([\s\S]*)"$/, '$1')
      .replaceAll('""', '"')
      .trim(),
  );
}

/** The USDOT numbers of a file: the column that its header names, or the first one. */
export async function readUsdotNumbers(body: Readable): Promise<{ numbers: number[]; bad: BadLine[] }> {
  const numbers: number[] = [];
  const bad: BadLine[] = [];
  let column = 0;
  let isFirst = true;
  for await (const { number: line, text } of readLines(body, {
    maxLines: MAX_CSV_LINES,
    maxLineBytes: MAX_CSV_LINE_BYTES,
  })) {
    if (text === null) {
      bad.push({ line, text: '', problem: `Longer than ${MAX_CSV_LINE_BYTES} bytes` });
      isFirst = false;
      continue;
    }
    const cells = cellsOf(text.replace(/^\ufeff/, ''));
    const header = isFirst
      ? cells.findIndex((cell) => HEADER.test(cell.toLowerCase().replace(/\s+/g, '_')))
      : -1;
    isFirst = false;
    if (header >= 0) {
      column = header;
      continue;
    }
    const number = usdotNumberOf(registrationNumber(cells[column] ?? ''));
    if (number === null)
      bad.push({ line, text: text.slice(0, SHOWN_TEXT), problem: `Must have ${USDOT_RULE}` });
    else numbers.push(number);
  }
  return { numbers, bad };
}

export const watchlistUploadRoutes: Route[] = [
  route('POST /watchlists/:watchlist_id/carriers/csv', {
    operationId: 'importWatchedCarriers',
    summary: 'Add the carriers of a CSV file to a watchlist',
    description: `One carrier per line: its USDOT number in the first column, or in the column that a header line calls \`usdot_number\`, \`usdot\` or \`dot_number\`. At most ${MAX_CSV_LINES.toLocaleString('en-US')} lines. Lines that are not understood are reported, each with its number; the others are added together. Without a usable line nothing is stored.`,
    access: watchlistAccess,
    rate: 'expensive',
    audit: { action: 'watchlist.import', kind: 'change', object: ['watchlist', 'params.watchlist_id'] },
    bodyType: 'text/csv',
    params: WatchlistParams,
    body: Type.String({
      maxLength: MAX_CSV_LINES * MAX_CSV_LINE_BYTES,
      description: 'The file, in UTF-8.',
    }),
    isIdempotent: true,
    success: { schema: ImportedWatchedCarriers, description: 'How many were added, and every bad line.' },
    errors: {
      404: 'There is no such watchlist.',
      413: `The file has more than ${MAX_CSV_LINES} lines.`,
      415: 'Content-Type must be text/csv.',
    },
    handler: async (services, { params, caller, request, reply }) => {
      const { db, clock } = services.watchlists;
      const { organization_id: organizationId } = caller;
      const { id } = await readWatchlist(db, organizationId, params.watchlist_id);
      const { numbers, bad } = await readUsdotNumbers(request.body as Readable);
      if (numbers.length === 0) {
        const found = bad.length > 0 ? bad : [{ line: 1, text: '', problem: 'The file has no carriers' }];
        throw invalid(
          found.slice(0, MAX_PROBLEMS).map(({ line, text, problem }) => ({
            type: 'value_error',
            loc: ['body', line],
            msg: problem,
            input: text,
          })),
        );
      }
      const key = await holdKey(
        services,
        { request, reply },
        sha256(JSON.stringify([numbers, bad])).toString('hex'),
      );
      if (key?.stored) return key.stored.body as never;
      try {
        return await db.transaction(async (tx) => {
          const result = {
            ...(await addCarriers(tx, organizationId, id, numbers, clock.now())),
            bad_lines: bad,
          };
          if (key && !(await key.record(tx, result))) throw inProgress();
          return result;
        });
      } catch (error) {
        await key?.release();
        throw error;
      }
    },
  }),
];
