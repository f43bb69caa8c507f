import type { ApiError, WebhookTestResults } from '@milepost/sdk';
import { type FormEvent, type ReactNode, useState } from 'react';
import { number } from '../../lib/format.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { Failure } from '../../parts/states.tsx';

export type WebhookValues = { webhook_url: string; description: string | null };
type Props = {
  initial: WebhookValues;
  submitLabel: string;
  error: ApiError | null;
  isPending: boolean;
  onSubmit: (values: WebhookValues) => void;
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
        <Button type="submit" main disabled={isPending}>
          {isPending ? 'Saving…' : submitLabel}
        </Button>
        {children?.(url.trim())}
      </div>
      {error && problem === undefined && <Failure error={error} />}
    </form>
  );
}

/** A random secret in the format of the Standard Webhooks specification. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

export const SECRET_NOTE = 'Store this secret now. It signs every delivery, and it is not shown again.';

/** The response of the receiver to a test event. */
export function TestResult({ results: [result] }: WebhookTestResults) {
  if (result === undefined) return null;
  const { delivered, status, error, duration_ms, response_body } = result;
  return (
    <div className={delivered ? 'notice notice-good' : 'failure'} role="status">
      <div>
        <p>
          {delivered ? 'Delivered' : 'Not delivered'}: {status === null ? error : `status ${status}`} in{' '}
          {number(duration_ms)} ms
        </p>
        {response_body !== '' && <code className="block">{response_body.slice(0, 200)}</code>}
      </div>
    </div>
  );
}
