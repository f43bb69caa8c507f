import { ApiError } from '@milepost/sdk';
import { createContext, type FormEvent, useState } from 'react';

/** What was entered in a form. */
export type Entered = ReturnType<typeof entered>;

/** Keeps the browser from sending the form, and returns what was entered. */
export function entered(event: FormEvent<HTMLFormElement>) {
  event.preventDefault();
  const values = new FormData(event.currentTarget);
  return {
    text: (name: string) => String(values.get(name) ?? ''),
    texts: (name: string) => values.getAll(name).map(String),
    isChecked: (name: string) => values.has(name),
  };
}

/** The first problem of each field in the response. */
export function problemsOf(error: ApiError | null): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  for (const { loc, msg } of error?.problems ?? []) {
    const field = loc[1];
    if (typeof field === 'string' && !problems.has(field)) problems.set(field, msg);
  }
  return problems;
}

/** The problems of the form around a field. */
export const ProblemsContext = createContext<ReadonlyMap<string, string>>(new Map());

/** For a form outside of a session. It is sent once at a time. */
export function useForm(send: (values: Entered) => Promise<void>) {
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent<HTMLFormElement>) {
    const values = entered(event);
    if (busy) return;
    setBusy(true);
    try {
      await send(values);
      setError(null);
    } catch (thrown) {
      setError(asApiError(thrown));
    } finally {
      setBusy(false);
    }
  }
  return { error, busy, submit };
}

export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  return new ApiError({
    status: 0,
    detail: 'Something went wrong on this page. Reload it and try again.',
    cause: thrown,
  });
}
