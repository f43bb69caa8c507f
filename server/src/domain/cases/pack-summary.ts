import { pdfDocument } from '../../lib/pdf/pdf-document.ts';
import type { Attachment } from '../../lib/signed-files/signed-file.ts';
import type { Observation } from '../observations/observation.ts';
import { VALUE_FIELDS } from '../observations/vehicles/vehicle-kinds.ts';
import type { PackContent } from './pack-content.ts';

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

const utc = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;

/** What a reader of the pack needs to know, on paper. */
export function packSummary(
  content: PackContent,
  sightings: (Observation & { carrier_name: string })[],
  files: Attachment[],
  madeAt: Date,
  watermark: string | null,
): Promise<Buffer> {
  const { case: about, organization } = content;
  const { vehicle } = about;
  return pdfDocument(
    { title: about.title, madeAt, watermark },
    ({ heading, title, line, quietLine, fact }) => {
      heading(about.title);
      fact(
        'Vehicle',
        `${TITLES[vehicle.kind] ?? vehicle.kind} ${vehicle.value} ${vehicle.plate_state}`.trim(),
      );
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
      if (!content.is_complete)
        line('The period has more sightings than a pack holds. These are the newest.');
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
        quietLine(
          `    camera ${one.source || 'unknown'} · ${[...numbers, carrier].filter(Boolean).join(' · ')}`,
        );
      }
      title(`Images of the organization's cameras (${content.images.length})`);
      for (const image of content.images) {
        line(`${utc(image.time_captured)}  ${image.camera}  image ${image.image_id}`);
        const found = files.find(({ name }) => name === image.file);
        quietLine(found ? `    ${found.name}, SHA-256 ${found.sha256}` : `    ${STATES[image.state]}`);
      }
      if (content.other_cameras.length > 0) {
        title(`Sightings by cameras of other organizations (${content.other_cameras.length})`);
        for (const { region, day } of content.other_cameras) line(`${day}  ${region || 'region unknown'}`);
      }
      title('How to check this pack');
      line(
        'manifest.json lists every file with its SHA-256 and is signed with Ed25519. Run: milepost verify-file <pack.zip> --key <published key>. The published keys are at /.well-known/milepost-keys of the service that made the pack. Any changed byte is found, without a network.',
      );
    },
  );
}

const STATES = {
  stored: 'In this pack.',
  deleted: 'Not in this pack: deleted by retention or by an erasure.',
  'left out': 'Not in this pack: the pack is full. A case of a shorter period has it.',
};
