import type { DigestWords } from './digest-text.ts';

const CELL = 'padding:8px 12px 8px 0;border-top:1px solid #d7dee6;vertical-align:top;text-align:left';
const HEAD = 'padding:0 12px 6px 0;text-align:left;color:#5b6b7c;font-weight:normal';
const BODY = 'margin:0;padding:24px;font:15px/1.5 system-ui,sans-serif;color:#17212b;background:#ffffff';

/** Mail programs know little of CSS: styles stand at each element, and nothing is fetched from anywhere. */
export function digestHtml(words: DigestWords, mapCid: string | null): string {
  const map =
    mapCid === null
      ? ''
      : `<img src="cid:${mapCid}" width="488" alt="Map of where they were seen" style="display:block;max-width:100%;margin:16px 0">`;
  const rows = words.rows.map(
    (row) => `<tr>
<td style="${CELL};white-space:nowrap">${escapeHtml(row.time)}</td>
<td style="${CELL}">${escapeHtml(row.place)}</td>
<td style="${CELL}">${escapeHtml(row.road)}</td>
<td style="${CELL}">${row.read.map(escapeHtml).join('<br>')}</td>
<td style="${CELL}">${row.pictures.map(({ name, url }) => `<a href="${escapeHtml(url)}">${name}</a>`).join('<br>')}</td>
</tr>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(words.heading)}</title></head>
<body style="${BODY}">
<h1 style="font-size:20px;margin:0 0 4px">${escapeHtml(words.heading)}</h1>
<p style="margin:0">${escapeHtml(words.intro)}</p>
<p style="margin:0;color:#5b6b7c">${escapeHtml(words.criteria)}</p>
${map}
<table style="border-collapse:collapse;font-size:14px">
<tr>${['Time', 'Place', 'Route', 'Read on the truck', ''].map((name) => `<th style="${HEAD}">${name}</th>`).join('')}</tr>
${rows.join('\n')}
</table>
${words.more === null ? '' : `<p>${escapeHtml(words.more)}</p>`}
<p style="color:#5b6b7c;font-size:13px">Links to pictures open for a limited time.
<a href="${escapeHtml(words.unsubscribe)}" style="color:#5b6b7c">No more mails of this alert</a></p>
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
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
