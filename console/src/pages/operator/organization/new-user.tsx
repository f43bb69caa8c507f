import type { Organization, Role } from '@milepost/sdk';
import { useState } from 'react';
import { useAction } from '../../../lib/api.tsx';
import { Button } from '../../../parts/button.tsx';
import { Field } from '../../../parts/field.tsx';
import { Form } from '../../../parts/form.tsx';
import { Modal } from '../../../parts/modal.tsx';
import { ShownOnce } from '../../../parts/shown-once.tsx';
import { RolePicker, rolesIn } from './role-picker.tsx';

type Props = { kind: 'person' | 'service'; organization: Organization; onClose: () => void };
type Input = { name: string; roles: Role[] };
type Result = { email: string; secret: string };

const TEXTS = {
  person: {
    title: 'Invite a person',
    description:
      'The person gets an email with a link and chooses a password. You can also pass the link on yourself.',
    button: 'Create invitation',
    note: 'The link works once within 7 days and is not shown again. Whoever opens it can accept the invitation.',
  },
  service: {
    title: 'New service user',
    description: 'For a program, such as a camera. It signs in with an API key and its password.',
    button: 'Create service user',
    note: 'Store the password now. It is not shown again.',
  },
};

export function NewUser({ kind, organization, onClose }: Props) {
  const path = { organization_id: organization.organization_id };
  const [result, setResult] = useState<Result | null>(null);
  const create = useAction(async (client, { name, roles }: Input): Promise<Result> => {
    if (kind === 'person') {
      const { email, link } = await client.createInvitation({ path, body: { email: name, roles } });
      return { email, secret: link };
    }
    const { email, password } = await client.createServiceUser({ path, body: { name, roles } });
    return { email, secret: password };
  }, setResult);
  const { title, description, button, note } = TEXTS[kind];
  const field = kind === 'person' ? 'email' : 'name';
  return (
    <Modal
      open
      onOpenChange={onClose}
      wide
      title={result === null ? title : result.email}
      description={result === null ? description : undefined}
    >
      {result !== null ? (
        <>
          <ShownOnce note={note} value={result.secret} />
          <Button main onClick={onClose}>
            Done
          </Button>
        </>
      ) : (
        <Form
          name={kind}
          action={create}
          submit={button}
          submitting="Creating…"
          onSubmit={(values) => create.mutate({ name: values.text(field).trim(), roles: rolesIn(values) })}
        >
          {kind === 'person' ? (
            <Field label="Email" name={field} type="email" required autoComplete="off" />
          ) : (
            <Field
              label="Name"
              name={field}
              required
              maxLength={40}
              pattern="[a-z0-9][a-z0-9\-]*"
              placeholder="camera-7"
              hint="Lowercase letters, digits and dashes."
            />
          )}
          <RolePicker organization={organization} kind={kind} />
        </Form>
      )}
    </Modal>
  );
}
