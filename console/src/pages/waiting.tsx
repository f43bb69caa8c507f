import type { ApiError } from '@milepost/sdk';
import { Wordmark } from '../layout/wordmark.tsx';
import { Failure } from '../parts/failure.tsx';

type Props = { error: ApiError | null; onRetry: () => void; onSignOut: () => void };

/** Between the sign-in and the first answer, or when that answer does not come. */
export function Waiting({ error, onRetry, onSignOut }: Props) {
  return (
    <main className="door">
      <div className="door-box">
        <Wordmark />
        {error === null ? (
          <p className="quiet" aria-live="polite">
            Opening…
          </p>
        ) : (
          <>
            <Failure error={error} />
            <div className="row">
              <button type="button" className="button button-main" onClick={onRetry}>
                Try again
              </button>
              <button type="button" className="button" onClick={onSignOut}>
                Sign out
              </button>
            </div>
          </>
        )}
      </div>
    </main>
  );
}
