import { createReadStream } from 'node:fs';
import { importFacilities } from '../../domain/facilities/import-facilities.ts';
import { cliActor } from '../../domain/identity/actor.ts';
import { getOrganization } from '../../domain/identity/organization-store.ts';
import { AppError, codeOf } from '../../lib/errors.ts';
import type { Command } from '../command.ts';
import { counted } from '../format.ts';
import { flag, json, option, required, wholeNumber } from '../options.ts';
import { withDatabase } from '../with-database.ts';

export const facilityImport: Command = {
  name: 'facility import',
  audit: { action: 'facility.import', object: 'organization' },
  summary: 'Import the facilities of an organization from a CSV file, all or none',
  options: {
    org: { ...option('id', 'id of the organization'), required: true },
    file: { ...option('path', 'the file, as for POST /facilities/import'), required: true },
    replace: flag('delete facilities that are not in the file'),
    json,
  },
  async run(context, values) {
    const organizationId = wholeNumber(values, 'org');
    const path = required(values, 'file');
    const replace = values.replace === true;
    try {
      const result = await withDatabase(context, async (database) => {
        await getOrganization(database, cliActor, organizationId);
        return importFacilities(database, organizationId, createReadStream(path), { replace });
      });
      if (values.json) return context.printJson(result);
      const { created, updated, deleted } = result;
      context.print(
        `${counted(created, 'facility', 'facilities')} added, ${updated} changed, ${deleted} deleted.`,
      );
    } catch (error) {
      if (codeOf(error) === 'ENOENT') throw new AppError('invalid', `There is no file ${path}.`);
      if (!(error instanceof AppError && error.problems)) throw error;
      for (const { loc, msg } of error.problems) {
        const [, line, column] = loc;
        context.printError(
          `${line === undefined ? '' : `line ${line}: `}${column === undefined ? '' : `${column}: `}${msg}`,
        );
      }
      throw new AppError('invalid', `${path} has invalid lines; nothing was stored.`);
    }
  },
};
