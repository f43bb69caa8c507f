import { dayOf, type FederalRow } from './federal-rows.ts';

/** In force from the day of the order until the day before the rescission. */
export function isOutOfService(orders: FederalRow[], day: string): boolean {
  return orders.some((order) => {
    const [from, until] = [dayOf(order, 'OOS_DATE'), dayOf(order, 'RESCIND_DATE')];
    return from !== null && from <= day && (until === null || until > day);
  });
}
