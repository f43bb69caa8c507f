import type { DigestView } from './digest-text.ts';

const CELL = 'padding:8px 12px 8px 0;border-top:1px solid #d7dee6;vertical-align:top;text-align:left';
const HEAD = 'padding:0 12px 6px 0;text-align:left;color:#5b6b7c;font-weight:normal';
const BODY = 'margin:0;padding:24px;font:15px/1.5 system-ui,sans-serif;color:#17212b;background:#ffffff';

/** Styles are inline because email clients support little CSS. Nothing is loaded from the network. */
export function digestHtml(view: DigestView, mapCid: string | null): string {
  const map =
    mapCid === null
      ? ''
      : `<img src="cid:${mapCid}" width="488" alt="Map of the sightings" style="display:block;max-width:100%;margin:16px 0">`;
  const rows = view.rows.map(
    (row) => `<tr>
<td style="${CELL};white-space:nowrap">${escapeHtml(row.time)}</td>
<td style="${CELL}">${escapeHtml(row.location)}</td>
<td style="${CELL}">${escapeHtml(row.road)}</td>
<td style="${CELL}">${row.readings.map(escapeHtml).join('<br>')}</td>
<td style="${CELL}">${row.images.map(({ name, url }) => `<a href="${escapeHtml(url)}">${name}</a>`).join('<br>')}</td>
</tr>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(view.heading)}</title></head>
<body style="${BODY}">
<h1 style="font-size:20px;margin:0 0 4px">${escapeHtml(view.heading)}</h1>
<p style="margin:0">${escapeHtml(view.intro)}</p>
<p style="margin:0;color:#5b6b7c">${escapeHtml(view.criteria)}</p>
${map}
<table style="border-collapse:collapse;font-size:14px">
<tr>${['Time', 'Location', 'Route', 'Readings', 'Images'].map((name) => `<th style="${HEAD}">${name}</th>`).join('')}</tr>
${rows.join('\n')}
</table>
${view.more === null ? '' : `<p>${escapeHtml(view.more)}</p>`}
<p style="color:#5b6b7c;font-size:13px">Image links expire.
<a href="${escapeHtml(view.unsubscribe)}" style="color:#5b6b7c">Unsubscribe from this alert</a></p>
</body></html>`;
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
