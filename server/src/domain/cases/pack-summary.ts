import PDFDocument from 'pdfkit';
import type { Attachment } from '../../lib/signed-files/signed-file.ts';
import type { Observation } from '../observations/observation.ts';
import { VALUE_FIELDS } from '../observations/vehicles/vehicle-kinds.ts';
import type { PackContent } from './pack-content.ts';

const MARGIN = 54;
const QUIET = '#5b6761';
const TITLES: Record<string, string> = {
  ...{
    plate: 'Plate',
    vin: 'VIN',
    cab: 'Cab',
    trailer: 'Trailer',
    container: 'Container',
    chassis: 'Chassis',
  },
};

/** The standard fonts have Western European letters only. The JSON files have the texts as they are. */
const printable = (text: string) => text.replace(/[^\n\x20-\x7e\xa0-\xff]/g, '?');
const utc = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;

/** What a reader of the pack needs to know, on paper. */
export async function packSummary(
  content: PackContent,
  sightings: (Observation & { carrier_name: string })[],
  files: Attachment[],
  madeAt: Date,
  watermark: string | null,
): Promise<Buffer> {
  const { case: about, organization } = content;
  const { vehicle } = about;
  const pdf = new PDFDocument({
    size: 'LETTER',
    margin: MARGIN,
    info: { Title: printable(about.title), Creator: 'Milepost', CreationDate: madeAt },
  });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  if (watermark !== null) {
    drawWatermark(pdf, watermark);
    pdf.on('pageAdded', () => drawWatermark(pdf, watermark));
  }
  const title = (text: string) =>
    pdf.moveDown(1).font('Helvetica-Bold').fontSize(12).text(printable(text)).moveDown(0.3);
  const line = (text: string, color = 'black') =>
    pdf.font('Helvetica').fontSize(9).fillColor(color).text(printable(text));
  const fact = (name: string, value: string) => {
    pdf.font('Helvetica').fontSize(10).fillColor(QUIET).text(`${name}: `, { continued: true });
    pdf.fillColor('black').text(printable(value));
  };

  pdf.font('Helvetica-Bold').fontSize(18).text(printable(about.title)).moveDown(0.4);
  fact('Vehicle', `${TITLES[vehicle.kind] ?? vehicle.kind} ${vehicle.value} ${vehicle.plate_state}`.trim());
  if (vehicle.usdot_number !== null) fact('Carrier', `USDOT ${vehicle.usdot_number}`);
  fact('Period', `${utc(about.start)} to ${utc(about.end)}`);
  fact('Organization', organization.name);
  fact('Case', about.id);
  fact('Made', utc(madeAt.toISOString()));
  if (about.note !== '') {
    title('Note');
    line(about.note);
  }
  title(`Sightings (${sightings.length})`);
  if (!content.is_complete) line('The period has more sightings than a pack holds. These are the newest.');
  if (sightings.length === 0) line('None.');
  for (const one of sightings) {
    const numbers = Object.entries(VALUE_FIELDS).map(([kind, field]) => {
      const state = kind === 'plate' ? ` ${one.plate_state}` : '';
      return one[field] && `${kind === 'vin' ? 'VIN' : kind} ${one[field]}${state}`.trim();
    });
    const place = [one.location_city, one.location_state].filter(Boolean).join(', ');
    line(
      `${utc(one.time_captured.toISOString())}  ${[place, one.route].filter(Boolean).join(' · ') || 'place unknown'}`,
    );
    const carrier = one.usdot_number !== 0 && `USDOT ${one.usdot_number} ${one.carrier_name}`.trim();
    line(
      `    camera ${one.source || 'unknown'} · ${[...numbers, carrier].filter(Boolean).join(' · ')}`,
      QUIET,
    );
  }
  title(`Images of the organization's cameras (${content.images.length})`);
  for (const image of content.images) {
    line(`${utc(image.time_captured)}  ${image.camera}  image ${image.image_id}`);
    const found = files.find(({ name }) => name === image.file);
    line(found ? `    ${found.name}, SHA-256 ${found.sha256}` : `    ${STATES[image.state]}`, QUIET);
  }
  if (content.other_cameras.length > 0) {
    title(`Sightings by cameras of other organizations (${content.other_cameras.length})`);
    for (const { region, day } of content.other_cameras) line(`${day}  ${region || 'region unknown'}`);
  }
  title('How to check this pack');
  line(
    'manifest.json lists every file with its SHA-256 and is signed with Ed25519. Run: milepost verify-file <pack.zip> --key <published key>. The published keys are at /.well-known/milepost-keys of the service that made the pack. Any changed byte is found, without a network.',
  );
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

/** Across the page, behind its text. */
function drawWatermark(pdf: PDFKit.PDFDocument, text: string): void {
  const { x, y } = pdf;
  const { width, height } = pdf.page;
  pdf.save().rotate(-55, { origin: [width / 2, height / 2] });
  pdf.font('Helvetica-Bold').fontSize(54).fillColor('#000000', 0.07);
  pdf.text(text, width / 2 - pdf.widthOfString(text) / 2, height / 2 - 27, { lineBreak: false });
  pdf.restore().fillColor('black', 1);
  [pdf.x, pdf.y] = [x, y];
}

const STATES = {
  stored: 'In this pack.',
  deleted: 'Not in this pack: deleted by retention or by an erasure.',
  'left out': 'Not in this pack: the pack is full. A case of a shorter period has it.',
};
