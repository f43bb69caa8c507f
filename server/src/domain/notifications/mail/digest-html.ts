import type { DigestRow, DigestView } from './digest-text.ts';

const QUIET = '#5b6b7c';
const CELL =
  'padding:14px 16px 14px 0;border-top:1px solid #d7dee6;vertical-align:top;text-align:left;overflow-wrap:anywhere';
const BODY = 'margin:0;padding:24px;font:15px/1.5 system-ui,sans-serif;color:#17212b;background:#ffffff';
const LINK = 'color:#0b5cad';
/** Leaves room for the text on a phone. */
const THUMBNAIL_WIDTH = 112;

type CidOf = (imageId: string) => string | null;

/** Styles are inline because email clients support little CSS. Nothing is loaded from the network. */
export function digestHtml(view: DigestView, mapCid: string | null, cidOf: CidOf): string {
  const map =
    mapCid === null
      ? ''
      : `<img src="cid:${mapCid}" width="488" alt="Map of the sightings" style="display:block;max-width:100%;margin:16px 0">`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(view.heading)}</title></head>
<body style="${BODY}">
<h1 style="font-size:20px;margin:0 0 4px">${escapeHtml(view.heading)}</h1>
<p style="margin:0">${escapeHtml(view.intro)}</p>
<p style="margin:0;color:${QUIET}">${escapeHtml(view.criteria)}</p>
${map}
<table role="presentation" style="border-collapse:collapse;font-size:14px;width:100%;max-width:640px">
${view.rows.map((row) => matchRow(row, cidOf)).join('\n')}
</table>
${view.more === null ? '' : `<p>${escapeHtml(view.more)}</p>`}
${view.corrections.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
<p style="color:${QUIET};font-size:13px">Image links expire.
<a href="${escapeHtml(view.unsubscribe)}" style="color:${QUIET}">Unsubscribe from this alert</a></p>
</body></html>`;
}

function matchRow(row: DigestRow, cidOf: CidOf): string {
  const cid = row.imageId === null ? null : cidOf(row.imageId);
  const image =
    cid === null
      ? ''
      : `<td style="${CELL};width:${THUMBNAIL_WIDTH}px"><img src="cid:${cid}" width="${THUMBNAIL_WIDTH}" alt="The truck" style="display:block;border-radius:6px"></td>`;
  const place = [row.location, row.road].filter(Boolean).map(escapeHtml).join(' · ');
  const links = [
    ...(row.matchUrl === null ? [] : [{ name: 'View the match', url: row.matchUrl }]),
    ...row.images,
  ];
  const lines = [
    ...(row.carrier === '' ? [] : [`<strong>${escapeHtml(row.carrier)}</strong>`]),
    escapeHtml(row.time),
    `<span style="color:${QUIET}">${place}</span>`,
    ...row.readings.map(escapeHtml),
    links.map(({ name, url }) => `<a href="${escapeHtml(url)}" style="${LINK}">${name}</a>`).join(' · '),
  ];
  return `<tr>${image}<td style="${CELL}"${cid === null ? ' colspan="2"' : ''}>${lines.join('<br>')}</td></tr>`;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
