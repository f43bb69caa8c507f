import type { DigestContent, DigestMatch } from './content.ts';

type ImageLink = { name: string; url: string };

/** The texts of a digest, shared by its plain and HTML forms. */
export type DigestView = {
  heading: string;
  intro: string;
  criteria: string;
  more: string | null;
  rows: DigestRow[];
  /** One line for each earlier match that no longer holds. */
  corrections: string[];
  unsubscribe: string;
};

export type DigestRow = {
  time: string;
  /** Empty if unknown. */
  carrier: string;
  location: string;
  road: string;
  readings: string[];
  images: ImageLink[];
  /** The match in the console; null in emails that were queued before it existed. */
  matchUrl: string | null;
  /** The image whose thumbnail is shown. */
  imageId: string | null;
};

type Links = { consoleUrl: string; imageUrl: (imageId: string) => string; unsubscribe: string };

export function digestView(content: DigestContent, links: Links): DigestView {
  const { total_matches: total, matches } = content;
  const count = total === 1 ? '1 sighting' : `${total} sightings`;
  const since = content.alert_type === 'hot' ? 'since the last notification' : 'since the last daily email';
  return {
    heading: content.alert_name,
    intro: `${count} matched this alert ${since}.`,
    criteria: content.criteria.map(({ label, value }) => `${label}: ${value}`).join(' · '),
    more: matches.length < total ? `The newest ${matches.length} of ${total} are shown.` : null,
    rows: matches.map((match) => ({
      time: localTime(match.time, content.timezone),
      carrier: match.carrier_name ?? '',
      location: [match.city, match.state].filter(Boolean).join(', '),
      road: match.road,
      readings: match.readings.map(({ label, value, sureness }) =>
        sureness === '' ? `${label} ${value}` : `${label} ${value} (${sureness})`,
      ),
      images: imagesOf(match, links),
      matchUrl:
        match.match_id === undefined
          ? null
          : `${links.consoleUrl}/alerts/${content.alert_id}?match=${match.match_id}`,
      imageId: match.image_id,
    })),
    corrections: (content.corrected ?? []).map((match) => correctionOf(match, content.timezone)),
    unsubscribe: links.unsubscribe,
  };
}

function correctionOf({ time, city, state, readings }: DigestMatch, timezone: string): string {
  const place = [city, state].filter(Boolean).join(', ');
  const values = readings.map(({ label, value }) => `${label} ${value}`).join(', ');
  return `Corrected: the sighting of ${localTime(time, timezone)} in ${place} (${values}), which an earlier email reported, does not match this alert.`;
}

export function digestText(view: DigestView): string {
  const rows = view.rows.map((row) =>
    [
      `${row.time}  ${row.location}${row.road === '' ? '' : `, ${row.road}`}`,
      ...(row.carrier === '' ? [] : [`  ${row.carrier}`]),
      ...row.readings.map((line) => `  ${line}`),
      ...(row.matchUrl === null ? [] : [`  Match: ${row.matchUrl}`]),
      ...row.images.map(({ name, url }) => `  ${name}: ${url}`),
    ].join('\n'),
  );
  return [
    view.heading,
    view.intro,
    ...(view.criteria === '' ? [] : [view.criteria]),
    ...rows,
    ...(view.more === null ? [] : [view.more]),
    ...view.corrections,
    `Unsubscribe from this alert: ${view.unsubscribe}`,
  ].join('\n\n');
}

/** A link per view, and one for the sighting's own image if it is not one of the views. */
function imagesOf({ image_id, views = {} }: DigestMatch, { imageUrl }: Links): ImageLink[] {
  const named: [name: string, imageId: string | null | undefined][] = [
    ['Image', Object.values(views).includes(image_id ?? '') ? null : image_id],
    ['Front', views.front],
    ['Side', views.side],
    ['Rear', views.rear],
  ];
  return named.flatMap(([name, imageId]) => (imageId ? [{ name, url: imageUrl(imageId) }] : []));
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats are cached per time zone, because creating one is slow. */
export function localTime(iso: string, timezone: string): string {
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
