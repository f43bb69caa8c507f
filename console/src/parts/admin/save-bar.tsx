import type { ApiError } from '@milepost/sdk';
import { Failure } from '../states.tsx';

type Props = { save: { isPending: boolean; isSuccess: boolean; error: ApiError | null } };

/** The end of a form: the error, the button, and a notice after a successful change, for screen readers too. */
export function SaveBar({ save: { isPending, isSuccess, error } }: Props) {
  return (
    <>
      {error !== null && <Failure error={error} />}
      <div className="form-foot">
        <button type="submit" className="button button-main" disabled={isPending}>
          Save
        </button>
        <span className="quiet" role="status">
          {isSuccess ? 'Saved.' : ''}
        </span>
      </div>
    </>
  );
}
