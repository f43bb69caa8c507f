import type { ApiError } from '@milepost/sdk';
import { type FormEvent, type ReactNode, useEffect } from 'react';
import logo from '../milepost.svg';
import { Failure } from './states.tsx';

export function Wordmark() {
  return (
    <div className="wordmark">
      <img src={logo} alt="" width="28" height="28" />
      <span>Milepost</span>
    </div>
  );
}

type Props = {
  title: string;
  error?: ApiError | null;
  /** Replaces the error's own message. */
  message?: string | null;
  /** Makes the whole page a form. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
};

/** A page without the menu, before the console opens. */
export function FrontPage({ title, error = null, message, onSubmit, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Milepost`;
  }, [title]);
  const content = (
    <>
      <Wordmark />
      <h1 id="front-title">{title}</h1>
      {error !== null && <Failure key={error.correlationId} error={error} message={message} />}
      {children}
    </>
  );
  return (
    <main className="centered">
      {onSubmit === undefined ? (
        <div className="dialog">{content}</div>
      ) : (
        <form className="dialog" onSubmit={onSubmit} aria-labelledby="front-title">
          {content}
        </form>
      )}
    </main>
  );
}
