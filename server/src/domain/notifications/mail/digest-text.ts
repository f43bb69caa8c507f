import type { DigestContent, DigestMatch } from './content.ts';

type ImageLink = { name: string; url: string };

/** Texts that a digest is set from, the same in both of its forms. */
export type DigestWords = {
  heading: string;
  intro: string;
  criteria: string;
  more: string | null;
  rows: { time: string; place: string; road: string; read: string[]; pictures: ImageLink[] }[];
  unsubscribe: string;
};

type Links = { picture: (imageId: string) => string; unsubscribe: string };

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
      pictures: picturesOf(match, links),
    })),
    unsubscribe: links.unsubscribe,
  };
}

export function digestText(words: DigestWords): string {
  const rows = words.rows.map((row) =>
    [
      `${row.time}  ${row.place}${row.road === '' ? '' : `, ${row.road}`}`,
      ...row.read.map((line) => `  ${line}`),
      ...row.pictures.map(({ name, url }) => `  ${name}: ${url}`),
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

/** Each view by its name; the picture with the number too, where it is none of them. */
function picturesOf({ image_id, views = {} }: DigestMatch, { picture }: Links): ImageLink[] {
  const named: [name: string, imageId: string | null | undefined][] = [
    ['Picture', Object.values(views).includes(image_id ?? '') ? null : image_id],
    ['Front', views.front],
    ['Side', views.side],
    ['Rear', views.rear],
  ];
  return named.flatMap(([name, imageId]) => (imageId ? [{ name, url: picture(imageId) }] : []));
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
