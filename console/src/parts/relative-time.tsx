import { useCustomer } from '../lib/api.tsx';
import { localTime, relativeTime } from '../lib/format.ts';

type Props = {
  at: string | null;
  now: number;
  /** Shown if there is no time. */
  none?: string;
  /** The time zone of the tooltip; by default the organization's. */
  timezone?: string;
};

/** For example "2 hours ago", with the exact time as a tooltip. */
export function RelativeTime({ at, now, none = 'Never', timezone }: Props) {
  const { identity } = useCustomer();
  if (at === null) return <span className="quiet">{none}</span>;
  const date = new Date(at);
  return (
    <time dateTime={at} title={localTime(date, timezone ?? identity.timezone)}>
      {relativeTime(date, now)}
    </time>
  );
}
