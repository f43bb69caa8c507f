import { outOfServiceOrders } from '../../../server/src/domain/federal/datasets/daily-records.ts';
import type { Carrier } from '../carrier.ts';
import { type Country, STREAM } from '../country.ts';
import { CsvTable, type FileWriter, type Target } from '../csv-table.ts';
import type { Order } from '../record-types.ts';
import { Rng } from '../rng.ts';

export function makeOrders(country: Country, carrier: Carrier): Order[] {
  if (carrier.planted?.orders) return carrier.planted.orders;
  const rng = new Rng(country.seed, carrier.index, STREAM.orders);
  if (!rng.chance(carrier.status === 'A' ? 0.06 : 0.5)) return [];
  const day = Math.max(carrier.addDay, country.asOfDay - rng.between(20, 4_000));
  const rescinded = carrier.status === 'A' && rng.chance(0.97);
  const reason = rng.chance(0.6) ? 'NEW ENTRANT, REFUSAL OF AUDIT' : 'NOP';
  return [
    { day, reason, rescindDay: rescinded ? Math.min(country.asOfDay, day + rng.between(1, 60)) : null },
  ];
}

/** STATUS is the status of the carrier. An order is in force until it has a rescind date. */
export function outOfServiceOrdersFile(target: Target, country: Country): FileWriter {
  const table = new CsvTable(target, outOfServiceOrders);
  return {
    tables: [table],
    write(carrier) {
      for (const { day, reason, rescindDay } of makeOrders(country, carrier)) {
        table
          .set('DOT_NUMBER', carrier.usdot)
          .setText('LEGAL_NAME', carrier.legalName)
          .setText('DBA_NAME', carrier.dbaName)
          .set('OOS_DATE', table.days.iso(day))
          .setText('OOS_REASON', reason)
          .set('STATUS', carrier.status === 'A' ? 'ACTIVE' : 'INACTIVE')
          .set('RESCIND_DATE', rescindDay === null ? '' : table.days.iso(rescindDay))
          .endRow();
      }
    },
  };
}
