import type { Rng } from '../country/rng.ts';

/** Words that mean nothing, in any language that a reader might know. */
const FIRST =
  'BAL BRO CAR DAL DOR FEN GAR HOL KEL KOR LAN LOR MAR MOR NAL NOR OST PEL QUI RAN ROL SAL SEL TAN TOR VAL VEN WAL YOR ZEL'.split(
    ' ',
  );
const MIDDLE = 'A ADI AMO ANA ARI EDO ELA ERI ESTI IDA ILO IMA INE IRO ODA OLI ONE ORA UDI ULA UMO URE'.split(
  ' ',
);
const LAST =
  'BEK CORE DEN DRIN FELL GATE HAM KIN LEK LING MAR MONT NEX NIK PORT QUIN RAN RICK SEN SHAW TEK TON VAN VERE WICK ZEN'.split(
    ' ',
  );

export function inventedWord(rng: Rng): string {
  return rng.pick(FIRST) + rng.pick(MIDDLE) + rng.pick(LAST);
}
