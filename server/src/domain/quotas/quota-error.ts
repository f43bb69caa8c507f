import { quotaRule, resetTime } from '../../contract/admin/quota-rules.ts';
import { AppError, codeOf } from '../../lib/errors.ts';

/** The SQLSTATE that `check_quota` raises. */
export const QUOTA_SQLSTATE = 'MPQ01';
/** A quota without a period does not reset; clients that retry by themselves should not do so often. */
const RETRY_WITHOUT_RESET_SECONDS = 3_600;
const RETRY_SLOT_SECONDS = 5;

export function quotaError(quota: string, limit: number, now = new Date()): AppError {
  const reset = resetTime(quota, now);
  const pause = quotaRule(quota)?.counting === 'slots' ? RETRY_SLOT_SECONDS : RETRY_WITHOUT_RESET_SECONDS;
  const waitMs = reset === null ? pause * 1_000 : reset.getTime() - now.getTime();
  const until = reset === null ? '' : ` It resets at ${reset.toISOString()}.`;
  return new AppError('too_many', `The quota ${quota} of your organization is reached: ${limit}.${until}`, {
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
    fields: { quota, limit, resets_at: reset?.toISOString() ?? null },
  });
}

/** The error of a statement that exceeded a quota as status 429; null for other errors. */
export function asQuotaError(error: unknown, now = new Date()): AppError | null {
  if (codeOf(error) !== QUOTA_SQLSTATE) return null;
  const { quota, limit } = JSON.parse((error as { detail: string }).detail) as {
    quota: string;
    limit: number;
  };
  return quotaError(quota, limit, now);
}
