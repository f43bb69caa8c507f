import type { ApiError } from '@milepost/sdk';
import type { Result } from '../lib/use-request.ts';
import { WarningIcon } from './icons.tsx';

type Props = {
  error: ApiError;
  /** Replaces the error's own message. */
  message?: string;
};

/** An error message with the correlation ID that support needs. */
export function Failure({ error, message }: Props) {
  return (
    <div className="failure" role="alert">
      <WarningIcon />
      <div>
        <p>{message ?? error.detail}</p>
        {error.correlationId !== null && (
          <p className="failure-id">
            Correlation ID: <code>{error.correlationId}</code>
          </p>
        )}
      </div>
    </div>
  );
}

/** Shown until a request succeeds. */
export function Pending({ result }: { result: Exclude<Result<unknown>, { state: 'done' }> }) {
  if (result.state === 'failed') return <Failure error={result.error} />;
  return <p className="quiet">Loading…</p>;
}
