import type { WebhookTestResults } from '@milepost/sdk';
import { type ReactNode, useState } from 'react';
import { number } from '../../lib/format.ts';
import { Field } from '../../parts/field.tsx';
import { Form, type Saving } from '../../parts/form.tsx';

export type WebhookValues = { webhook_url: string; description: string | null };
type Props = {
  name: string;
  initial: WebhookValues;
  submitLabel: string;
  action: Saving;
  onSubmit: (values: WebhookValues) => void;
  /** Further buttons, which get the URL that was entered. */
  children?: (url: string) => ReactNode;
};

/** The URL and the description of a webhook. */
export function WebhookForm({ name, initial, submitLabel, action, onSubmit, children }: Props) {
  const [url, setUrl] = useState(initial.webhook_url);
  return (
    <Form
      name={name}
      className="stack"
      action={action}
      submit={submitLabel}
      onSubmit={({ text }) =>
        onSubmit({ webhook_url: url.trim(), description: text('description').trim() || null })
      }
      buttons={children?.(url.trim())}
    >
      <div className="fields">
        <Field
          label="URL"
          name="webhook_url"
          type="url"
          required
          placeholder="https://example.com/milepost"
          value={url}
          onChange={({ target }) => setUrl(target.value)}
        />
        <Field
          label="Description"
          name="description"
          maxLength={200}
          defaultValue={initial.description ?? ''}
        />
      </div>
    </Form>
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
