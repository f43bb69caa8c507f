import Type, { type Static } from 'typebox';
import { converted, named, nullable, StoredTime, text } from '../schema.ts';

export const ApiKeyParams = Type.Object({
  organization_id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  api_key_id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
});

const fields = {
  api_key_id: Type.Integer(),
  organization_id: Type.Integer(),
  name: Type.String(),
  hint: Type.String({ description: 'The first characters of the key.' }),
  created_at: StoredTime,
  expires_at: nullable(StoredTime),
  last_used_at: nullable({ ...StoredTime, description: 'Updated at most twice a minute.' }),
  revoked_at: nullable(StoredTime),
};
export const ApiKey = named('ApiKey', fields);
export type ApiKey = Static<typeof ApiKey>;
export const ApiKeyList = named('ApiKeyList', { api_keys: Type.Array(ApiKey) });
export const NewApiKey = named('NewApiKey', {
  ...fields,
  api_key: Type.String({ description: 'It is not shown again.' }),
});
export type NewApiKey = Static<typeof NewApiKey>;

export const CreateApiKey = named('CreateApiKey', {
  name: text({ minLength: 1, examples: ['camera-7'] }),
  expires_at: Type.Optional(
    converted<Date>('date-time', { nullIsUnset: true, description: 'Without it, the key does not expire.' }),
  ),
});
export type CreateApiKey = Static<typeof CreateApiKey>;
