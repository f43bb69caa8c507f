import { ApiError, type HeldAbout } from '@milepost/sdk';
import { useRef, useState } from 'react';
import { problemsOf, useForm } from '../../lib/form.ts';
import { publicClient } from '../../lib/session.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Field, Select, TextArea } from '../../parts/field.tsx';
import { Failure } from '../../parts/states.tsx';
import { ruleName } from './results.tsx';

export const keyOf = ({ rule, signal }: HeldAbout['findings'][number]) => `${rule} ${signal ?? ''}`.trim();

const MAX_FILE_BYTES = 700_000;
const EVERYTHING = ['', 'Everything on this page'] as const;

type Props = {
  held: HeldAbout;
  token: string;
  /** The key of the finding that the objection is about. */
  about: string;
  onAbout: (about: string) => void;
  onSent: () => void;
};

export function ObjectForm({ held, token, about, onAbout, onSent }: Props) {
  const { findings, organization } = held;
  const file = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [isSent, setSent] = useState(false);
  const { error, busy, submit } = useForm(async ({ text }) => {
    setSent(false);
    const finding = findings.find((one) => keyOf(one) === about);
    await publicClient().createObjection({
      body: {
        ...{ token, message: text('message'), contact: text('contact') },
        ...(finding && { rule: finding.rule, signal: finding.signal }),
        file: await fileOf(file.current?.files?.[0]),
      },
    });
    form.current?.reset();
    onAbout('');
    setSent(true);
    onSent();
  });
  const problems = [...problemsOf(error)].map(([, text]) => text);
  return (
    <Card id="object" title="Object" wide>
      <form ref={form} className="stack held-form" onSubmit={submit}>
        <Select
          label="About"
          value={findings.some((one) => keyOf(one) === about) ? about : ''}
          onChange={({ target }) => onAbout(target.value)}
          options={[EVERYTHING, ...findings.map((one) => [keyOf(one), ruleName(one.name)] as const)]}
        />
        <TextArea
          label={`What is wrong, and how ${organization} can verify it`}
          name="message"
          rows={5}
          maxLength={4_000}
          required
        />
        <Field
          label="Who you are"
          name="contact"
          required
          maxLength={200}
          autoComplete="name"
          hint="A name, with a phone number or an email address."
        />
        <Field
          label="File (optional)"
          ref={file}
          type="file"
          accept="application/pdf,image/png,image/jpeg"
          hint="A PDF, PNG or JPEG file of at most 700 kB."
        />
        {error !== null && (
          <Failure error={error} message={problems.length === 0 ? null : problems.join(' ')} />
        )}
        <div className="row">
          <Button type="submit" main disabled={busy}>
            {busy ? 'Sending…' : 'Send the objection'}
          </Button>
          <span className="quiet" role="status">
            {isSent ? `Sent. ${organization} sees it now, and its answer appears on this page.` : ''}
          </span>
        </div>
      </form>
    </Card>
  );
}

async function fileOf(file: File | undefined): Promise<{ name: string; content: string } | null> {
  if (file === undefined) return null;
  if (file.size > MAX_FILE_BYTES)
    throw new ApiError({ status: 0, detail: 'The file is larger than 700 kB.' });
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return { name: file.name.slice(0, 120), content: btoa(text) };
}
