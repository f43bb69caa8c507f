/** A moment as the reader's own clock shows it, with the zone named. */
export function localTime(moment: Date): string {
  return moment.toLocaleString('en', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hour12: false,
    timeZoneName: 'short',
  });
}
