import { readFile } from 'node:fs/promises';
import { cliActor } from '../../../domain/identity/actor.ts';
import {
  getConnection,
  type NewConnection,
  removeConnection,
  setConnection,
} from '../../../domain/identity/sso/connections.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Command, json, required, wholeNumber } from '../../command.ts';
import { withDatabase } from '../../with-database.ts';
import { withIdentity } from '../../with-identity.ts';

const org = { type: 'string', value: 'id', meaning: 'id of the organization', required: true } as const;

export const ssoSet: Command = {
  name: 'sso set',
  audit: { action: 'sso.update', object: 'organization' },
  summary: "Set the connection to an organization's identity provider from a JSON file",
  options: {
    org,
    file: {
      type: 'string',
      value: 'path',
      meaning: 'the body of POST /admin/organizations/{id}/sso',
      required: true,
    },
    json,
  },
  async run(context, values) {
    const id = wholeNumber(values, 'org');
    const given = await readConnection(required(values, 'file'));
    const connection = await withIdentity(context, (identity) =>
      setConnection(identity, cliActor, id, given),
    );
    if (values.json) return context.printJson(connection);
    context.print(`Organization ${id} signs in at ${connection.issuer} (client ${connection.client_id}).`);
  },
};

async function readConnection(path: string): Promise<NewConnection> {
  try {
    const given = JSON.parse(await readFile(path, 'utf8'));
    if (typeof given?.issuer === 'string' && typeof given.client_id === 'string') return given;
  } catch {
    throw new AppError('invalid', `${path} is not a readable JSON file.`);
  }
  throw new AppError('invalid', `${path} must contain issuer, client_id and client_secret.`);
}

export const ssoShow: Command = {
  name: 'sso show',
  audit: { none: 'Changes nothing.' },
  summary: "Show the connection to an organization's identity provider, without the secret",
  options: { org, json },
  async run(context, values) {
    const id = wholeNumber(values, 'org');
    const connection = await withDatabase(context, (db) => getConnection(db, cliActor, id));
    if (values.json) return context.printJson(connection);
    for (const [name, value] of Object.entries(connection))
      context.print(`${name}: ${JSON.stringify(value)}`);
  },
};

export const ssoRemove: Command = {
  name: 'sso remove',
  audit: { action: 'sso.remove', object: 'organization' },
  summary: "Remove the connection to an organization's identity provider",
  options: { org, json },
  async run(context, values) {
    const id = wholeNumber(values, 'org');
    await withDatabase(context, (db) => removeConnection(db, cliActor, id));
    if (values.json) return context.printJson({ organization_id: id });
    context.print(`Organization ${id} has no identity provider.`);
  },
};
