/** The moment at which a day begins, in UTC, whatever zone the session has; so many days later. */
export const utcDay = (day: string, later = 0) => `((${day}::date + ${later})::timestamp at time zone 'UTC')`;
