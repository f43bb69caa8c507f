import type { ApiError } from '@milepost/sdk';
import type { ButtonHTMLAttributes } from 'react';
import { Failure } from './states.tsx';

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** The most important action of a form or page. */
  main?: boolean;
  small?: boolean;
};

export function Button({ main, small, className, ...button }: Props) {
  const classes = ['button', main && 'button-main', small && 'button-small', className];
  return <button type="button" {...button} className={classes.filter(Boolean).join(' ')} />;
}

type SaveBarProps = { save: { isPending: boolean; isSuccess: boolean; error: ApiError | null } };

/** The end of a form: the error, the button, and a notice after a successful change, for screen readers too. */
export function SaveBar({ save: { isPending, isSuccess, error } }: SaveBarProps) {
  return (
    <>
      {error !== null && <Failure error={error} />}
      <div className="row">
        <Button type="submit" main disabled={isPending}>
          Save
        </Button>
        <span className="quiet" role="status">
          {isSuccess ? 'Saved.' : ''}
        </span>
      </div>
    </>
  );
}
