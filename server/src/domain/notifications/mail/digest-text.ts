import type { DigestContent, DigestMatch } from './content.ts';

/** Texts that a digest is set from, the same in both of its forms. */
export type DigestWords = {
  heading: string;
  intro: string;
  criteria: string;
  more: string | null;
  rows: { time: string; place: string; road: string; read: string[]; picture: string | null }[];
  unsubscribe: string;
};

type Links = { picture: (imageId: string) => string | null; unsubscribe: string };

export function digestWords(content: DigestContent, links: Links): DigestWords {
  const { total_matches: total, matches } = content;
  const seen = total === 1 ? '1 sighting' : `${total} sightings`;
  const how = content.alert_type === 'hot' ? 'in the last minutes' : 'since the last daily mail';
  return {
    heading: content.alert_name,
    intro: `${seen} ${how} matched this alert.`,
    criteria: content.criteria.map(({ label, value }) => `${label}: ${value}`).join(' · '),
    more: matches.length < total ? `The newest ${matches.length} of ${total} are shown.` : null,
    rows: matches.map((match) => ({
      time: localTime(match.time, content.timezone),
      place: [match.city, match.state].filter(Boolean).join(', '),
      road: match.road,
      read: match.readings.map(({ label, value, sureness }) =>
        sureness === '' ? `${label} ${value}` : `${label} ${value} (${sureness})`,
      ),
      picture: pictureOf(match, links),
    })),
    unsubscribe: links.unsubscribe,
  };
}

export function digestText(words: DigestWords): string {
  const rows = words.rows.map((row) =>
    [
      `${row.time}  ${row.place}${row.road === '' ? '' : `, ${row.road}`}`,
      ...row.read.map((line) => `  ${line}`),
      ...(row.picture === null ? [] : [`  Picture: ${row.picture}`]),
    ].join('\n'),
  );
  return [
    words.heading,
    words.intro,
    ...(words.criteria === '' ? [] : [words.criteria]),
    ...rows,
    ...(words.more === null ? [] : [words.more]),
    `No more mails of this alert: ${words.unsubscribe}`,
  ].join('\n\n');
}

function pictureOf(match: DigestMatch, links: Links): string | null {
  return match.image_id === null ? null : links.picture(match.image_id);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats cost more to make than to use; there are as many as there are time zones in use. */
function localTime(iso: string, timezone: string): string {
  let format = formats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
    });
    formats.set(timezone, format);
  }
  return format.format(new Date(iso));
}
