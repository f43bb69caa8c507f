import type { Organization, Role } from '@milepost/sdk';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../../lib/api.tsx';
import { entered } from '../../../lib/form.ts';
import { Button } from '../../../parts/button.tsx';
import { Field } from '../../../parts/field.tsx';
import { Modal } from '../../../parts/modal.tsx';
import { ShownOnce } from '../../../parts/shown-once.tsx';
import { Failure } from '../../../parts/states.tsx';
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
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const values = entered(event);
    create.mutate({ name: values.text('name').trim(), roles: rolesIn(values) });
  };
  const { title, description, button, note } = TEXTS[kind];
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
        <form className="form" onSubmit={submit}>
          {kind === 'person' ? (
            <Field label="Email" name="name" type="email" required autoComplete="off" />
          ) : (
            <Field
              label="Name"
              name="name"
              required
              maxLength={40}
              pattern="[a-z0-9][a-z0-9\-]*"
              placeholder="camera-7"
              hint="Lowercase letters, digits and dashes."
            />
          )}
          <RolePicker organization={organization} kind={kind} />
          {create.isError && <Failure error={create.error} />}
          <Button type="submit" main disabled={create.isPending}>
            {button}
          </Button>
        </form>
      )}
    </Modal>
  );
}
