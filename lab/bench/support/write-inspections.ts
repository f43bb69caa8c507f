import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { headersOf } from '../../../server/src/domain/federal/dataset.ts';
import { smsInspection } from '../../../server/src/domain/federal/datasets/sms-inputs.ts';

/** Writes SMS inspections in the federal format. The same row count gives the same file. */
export async function writeInspections(path: string, n: number): Promise<void> {
  const out = createWriteStream(path);
  let state = 7;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
  const pick = (list: string[]) => list[random(list.length)] ?? '';
  const states = ['OH', 'TX', 'CA', 'PA', 'NY', 'IL', 'GA', 'FL'];
  const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
  const vin = () => `1FUJ${String(random(1e9)).padStart(9, '0')}${String(random(1e4)).padStart(4, '0')}`;
  let lines = `${headersOf(smsInspection).join(',')}\n`;
  for (let i = 0; i < n; i++) {
    const day = `${String(1 + random(28)).padStart(2, '0')}-${pick(months)}-25`;
    const flags = Array.from({ length: 5 }, () => (random(3) > 0 ? 'true' : ''));
    lines += `${700_000_000 + i},${random(1e10)},${pick(states)},${1 + random(4_000_000)},${day},${1 + random(3)},`;
    lines += `${pick(states)},${1 + random(3)},${random(2)},${random(2)},0,${random(3)},0,,TRUCK TRACTOR,FRHT,`;
    lines += `P${random(1e6)},${pick(states)},${vin()},,SEMI-TRAILER,"UTIL, INC",T${random(1e6)},${pick(states)},`;
    lines += `${vin()},,${flags.join(',')},,${random(6)},${random(2)},${random(2)},0,0,${random(4)},0\n`;
    if (lines.length < 1_000_000) continue;
    if (!out.write(lines)) await once(out, 'drain');
    lines = '';
  }
  out.end(lines);
  await once(out, 'finish');
}
