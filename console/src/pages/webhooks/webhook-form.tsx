import type { ApiError } from '@milepost/sdk';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Field } from '../../parts/field.tsx';
import { Failure } from '../../parts/states.tsx';

type Values = { webhook_url: string; description: string | null };
type Props = {
  initial: Values;
  submitLabel: string;
  error: ApiError | null;
  isPending: boolean;
  onSubmit: (values: Values) => void;
  /** Further buttons, which get the URL that was entered. */
  children?: (url: string) => ReactNode;
};

/** The URL and the description of a webhook. */
export function WebhookForm({ initial, submitLabel, error, isPending, onSubmit, children }: Props) {
  const [url, setUrl] = useState(initial.webhook_url);
  const [description, setDescription] = useState(initial.description ?? '');
  const problem = error?.problems?.find(({ loc }) => loc[1] === 'webhook_url')?.msg;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit({ webhook_url: url.trim(), description: description.trim() || null });
  };
  return (
    <form className="stack" onSubmit={submit}>
      <div className="fields">
        <Field
          label="URL"
          type="url"
          required
          placeholder="https://example.com/milepost"
          value={url}
          error={problem}
          onChange={({ target }) => setUrl(target.value)}
        />
        <Field
          label="Description"
          maxLength={200}
          value={description}
          onChange={({ target }) => setDescription(target.value)}
        />
      </div>
      <div className="row">
        <button type="submit" className="button button-main" disabled={isPending}>
          {isPending ? 'Saving…' : submitLabel}
        </button>
        {children?.(url.trim())}
      </div>
      {error && problem === undefined && <Failure error={error} />}
    </form>
  );
}
