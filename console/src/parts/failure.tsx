import type { ApiError } from '@milepost/sdk';
import { WarningIcon } from './icons.tsx';

type Props = {
  error: ApiError;
  /** A sentence that fits the place better than the service's own. */
  sentence?: string;
};

/** What went wrong, and the id under which support finds it. */
export function Failure({ error, sentence }: Props) {
  return (
    <div className="failure" role="alert">
      <WarningIcon />
      <div>
        <p>{sentence ?? error.detail}</p>
        {error.correlationId !== null && (
          <p className="failure-id">
            Correlation id: <code>{error.correlationId}</code>
          </p>
        )}
      </div>
    </div>
  );
}
