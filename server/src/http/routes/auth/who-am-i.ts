import Type from 'typebox';
import { ALL_ROLES, ROLES } from '../../../domain/identity/roles.ts';
import { AppError } from '../../../lib/errors.ts';
import { user } from '../../access.ts';
import type { Route } from '../../route.ts';
import * as schemas from '../../schemas.ts';

const Identity = Type.Object(
  {
    user_id: Type.Integer(),
    email: Type.String(),
    roles: Type.Array(Type.String({ enum: ALL_ROLES, 'x-enumDescriptions': ROLES })),
    organization_id: Type.Integer(),
    organization_name: Type.String(),
    organization_kind: Type.String(),
    timezone: Type.String(),
    token_expires: Type.String({ format: 'date-time' }),
  },
  { additionalProperties: false },
);

export const whoAmIRoute: Route = (app) => {
  app.get(
    '/auth/me',
    {
      config: { access: user() },
      schema: {
        operationId: 'whoAmI',
        tags: ['Authentication'],
        summary: 'Whose token this is and what it opens',
        response: { 200: schemas.answer(Identity, 'The caller.'), ...schemas.userErrors },
      },
    },
    async ({ caller }) => {
      if (!caller) throw new AppError('unauthenticated', 'Credentials are missing or incorrect.');
      const { expires_at, ...identity } = caller;
      return { ...identity, token_expires: expires_at.toISOString() };
    },
  );
};
