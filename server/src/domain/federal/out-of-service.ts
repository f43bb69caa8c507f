/**
 * The rule of an out-of-service order: it is in force from its own day until the day before its rescission. An order with
 * a later date is not in force yet. Status, ISS and signals all use it, for the day that was asked for. `order` is a row of
 * out_of_service_orders.
 */
export const orderInForce = (day: string, order: string) =>
  `${order}.oos_date <= ${day} and coalesce(${order}.rescind_date > ${day}, true)`;

/** Whether a carrier has an order in force on a day. */
export const isOutOfService = (day: string, usdotNumber = '$1') => `
  exists (select from out_of_service_orders o where o.usdot_number = ${usdotNumber} and ${orderInForce(day, 'o')})`;

/** The same; null while the list of orders is not loaded, because nobody knows then. */
export const isKnownOutOfService = (day: string) => `
  case when exists (select from federal_loads where dataset = 'out-of-service-orders' and is_current)
    then ${isOutOfService(day)} end`;
