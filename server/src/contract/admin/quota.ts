import Type, { type Static } from 'typebox';
import { named, nullable, oneOf } from '../schema.ts';
import { MAX_EVENT_STREAMS, MAX_QUOTA, QUOTA_NAMES, QUOTA_RULES, type QuotaName } from './quota-rules.ts';

export const Quota = named('Quota', {
  name: oneOf(QUOTA_NAMES as [QuotaName, ...QuotaName[]]),
  limit: Type.Integer(),
  is_default: Type.Boolean({ description: 'false: the operator set a limit for this organization.' }),
  used: Type.Integer({ description: 'Of the current period, if the quota has one.' }),
  resets_at: nullable(
    Type.String({ format: 'date-time', description: 'Null for a quota without a period.' }),
  ),
  description: Type.String(),
});
export type Quota = Static<typeof Quota>;

export const QuotaList = named('QuotaList', { quotas: Type.Array(Quota) });

const limit = (name: QuotaName, description: string) =>
  Type.Optional(
    nullable(
      Type.Integer({
        minimum: 0,
        maximum: name === 'event_streams' ? MAX_EVENT_STREAMS : MAX_QUOTA,
        description: `${description} Null or missing: the default.`,
      }),
    ),
  );

/** All limits of an organization that differ from the defaults. */
export const QuotaLimits = named(
  'QuotaLimits',
  Object.fromEntries(QUOTA_RULES.map(({ name, meaning }) => [name, limit(name, meaning)])) as Record<
    QuotaName,
    ReturnType<typeof limit>
  >,
);
export type QuotaLimits = Static<typeof QuotaLimits>;
