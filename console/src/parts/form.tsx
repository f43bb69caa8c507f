import type { ApiError } from '@milepost/sdk';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useCustomer } from '../lib/api.tsx';
import { draftKey, enterValues, readDraft, removeDraft, valuesOf, writeDraft } from '../lib/drafts.ts';
import { type Entered, entered, ProblemsContext, problemsOf } from '../lib/form.ts';
import { fieldLabel } from '../lib/format.ts';
import { Button } from './button.tsx';
import { Failure } from './states.tsx';

/** What a form needs of `useAction`. */
export type Saving = {
  error: ApiError | null;
  isPending: boolean;
  isSuccess: boolean;
  onSaved: (form: string, saved: () => void) => void;
};

type Props = {
  /** Names the form within its page, for what is kept of it. */
  name: string;
  action: Saving;
  onSubmit: (values: Entered, form: HTMLFormElement) => void;
  /** The label of the button. */
  submit: string;
  /** Its label while the request is under way. */
  submitting?: string;
  /** Shown after a successful change. */
  saved?: string;
  className?: string;
  label?: string;
  /** The service checks the input, with messages of its own. */
  noValidate?: boolean;
  /** Further buttons beside the one that sends the form. */
  buttons?: ReactNode;
  children: ReactNode;
};

/**
 * Every form of the console. It is sent once at a time. A problem is shown beside its field and above the button, and gets
 * the focus. What was entered in controls with a name is kept in the tab until it is saved.
 */
export function Form({ name, action, onSubmit, submit, submitting, saved, buttons, ...more }: Props) {
  const { className = 'form', label, noValidate, children } = more;
  const { error, isPending, isSuccess } = action;
  const form = useRef<HTMLFormElement>(null);
  const failure = useRef<HTMLDivElement>(null);
  const draft = useDraft(name, action, form);
  const problems = problemsOf(error);
  useEffect(() => {
    if (error === null) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    (field ?? failure.current)?.focus();
  }, [error]);
  const send = (event: FormEvent<HTMLFormElement>) => {
    const values = entered(event);
    if (!isPending) onSubmit(values, event.currentTarget);
  };
  return (
    <form
      ref={form}
      className={className}
      aria-label={label}
      noValidate={noValidate}
      onSubmit={send}
      onInput={draft.keep}
    >
      {draft.isRestored && (
        <div className="notice form-restored">
          <p role="status">What you entered before was restored.</p>
          <Button small onClick={draft.discard}>
            Discard it
          </Button>
        </div>
      )}
      <ProblemsContext value={problems}>{children}</ProblemsContext>
      {error !== null && (
        <div ref={failure} tabIndex={-1}>
          <Failure error={error} message={problems.size === 0 ? null : textOf(problems)} />
        </div>
      )}
      <div className="row">
        <Button type="submit" main disabled={isPending}>
          {isPending ? (submitting ?? 'Saving…') : submit}
        </Button>
        {buttons}
        {saved !== undefined && (
          <span className="quiet" role="status">
            {isSuccess ? saved : ''}
          </span>
        )}
      </div>
    </form>
  );
}

/** Beside the button: the fields with the messages may be out of view. */
function textOf(problems: ReadonlyMap<string, string>): string {
  return [...problems].map(([field, message]) => `${fieldLabel(field)}: ${message}`).join(' ');
}

function useDraft(name: string, { onSaved }: Saving, form: { readonly current: HTMLFormElement | null }) {
  const { user_id } = useCustomer().identity;
  const [key] = useState(() => draftKey(user_id, name));
  const [draft] = useState(() => readDraft(key));
  /** Fields that depend on others appear after the first round. */
  const [round, setRound] = useState(0);
  const [isRestored, setRestored] = useState(false);
  const initial = useRef<ReturnType<typeof valuesOf> | null>(null);
  const isEntering = useRef(false);
  const enter = (values: ReturnType<typeof valuesOf>) => {
    if (form.current === null) return false;
    isEntering.current = true;
    const isDifferent = enterValues(form.current, values);
    isEntering.current = false;
    return isDifferent;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each round.
  useEffect(() => {
    if (form.current === null) return;
    initial.current ??= valuesOf(form.current);
    if (draft === null || round > 2 || !enter(draft)) return;
    setRestored(true);
    setRound(round + 1);
  }, [round]);
  // The change may succeed after the user has left the page.
  useEffect(
    () =>
      onSaved(name, () => {
        removeDraft(key);
        setRestored(false);
      }),
    [onSaved, name, key],
  );
  return {
    isRestored,
    keep: () => {
      if (isEntering.current || form.current === null) return;
      const values = valuesOf(form.current);
      if (JSON.stringify(values) === JSON.stringify(initial.current)) removeDraft(key);
      else writeDraft(key, values);
    },
    discard: () => {
      removeDraft(key);
      setRestored(false);
      if (initial.current !== null) enter(initial.current);
    },
  };
}
