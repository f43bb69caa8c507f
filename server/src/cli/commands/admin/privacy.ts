import type { UpdatePrivacySettings } from '../../../contract/admin/audit.ts';
import { updatePrivacySettings } from '../../../domain/privacy/settings.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Command, json, text, type Values, wholeNumber } from '../../command.ts';
import { withDatabase } from '../../with-database.ts';

export const orgPrivacy: Command = {
  name: 'org privacy',
  audit: { action: 'organization.update-privacy', object: 'organization' },
  summary: 'Set how long data of an organization is kept, and whether its users must state a purpose',
  options: {
    org: { type: 'string', value: 'id', meaning: 'id of the organization', required: true },
    'image-days': { type: 'string', value: 'number', meaning: 'days after which image files are deleted' },
    'sighting-days': {
      type: 'string',
      value: 'number|unlimited',
      meaning: 'days after which sightings, readings, evidence and matches are deleted; at least 7',
    },
    'require-purpose': {
      type: 'string',
      value: 'yes|no',
      meaning: 'reject requests that show plates or VINs without the header X-Purpose',
    },
    json,
  },
  async run(context, values) {
    const organizationId = wholeNumber(values, 'org');
    const changes = changesOf(values);
    const settings = await withDatabase(context, (database) =>
      updatePrivacySettings(database, organizationId, changes),
    );
    if (values.json) return context.printJson(settings);
    const { image_retention_days, sighting_retention_days, purpose_required } = settings;
    const kept = sighting_retention_days === null ? 'without limit' : `for ${sighting_retention_days} days`;
    context.print(`Images of organization ${organizationId} are kept for ${image_retention_days} days.`);
    context.print(`Sightings are kept ${kept}.`);
    context.print(`A purpose is ${purpose_required ? 'required' : 'optional'}.`);
  },
};

function changesOf(values: Values): UpdatePrivacySettings {
  const sightings = text(values, 'sighting-days');
  const purpose = text(values, 'require-purpose');
  if (purpose !== undefined && purpose !== 'yes' && purpose !== 'no') {
    throw new AppError('invalid', '--require-purpose must be yes or no.');
  }
  return {
    ...(text(values, 'image-days') !== undefined && {
      image_retention_days: wholeNumber(values, 'image-days'),
    }),
    ...(sightings !== undefined && {
      sighting_retention_days: sightings === 'unlimited' ? null : wholeNumber(values, 'sighting-days'),
    }),
    ...(purpose !== undefined && { purpose_required: purpose === 'yes' }),
  };
}
