import type { CreateCorrection, Image, ImageReadings } from '@milepost/sdk';
import { useEffect, useRef, useState } from 'react';
import { useAction, useCustomer, useRoles } from '../lib/api.tsx';
import { type Entered, problemsOf } from '../lib/form.ts';
import { fieldLabel, localTime } from '../lib/format.ts';
import { TRUCK_FIELDS } from '../lib/generated/truck-fields.ts';
import { useDialog } from '../lib/use-view.ts';
import { Button } from './button.tsx';
import { Card } from './card.tsx';
import { Check, Field, Select } from './field.tsx';
import { Form } from './forms/form.tsx';
import { Failure } from './states.tsx';

type FieldName = CreateCorrection['field'];
const FIELDS = TRUCK_FIELDS.filter((field) => field.isCorrectable).toSorted(
  (a, b) => a.position - b.position,
);

/** What a person clicked in the image: the field that a line is used for, or its text. */
export type Picked = { line: number; field: FieldName | null; text: string };

export function pickedFrom({ lines, fields }: ImageReadings, line: number): Picked {
  const used = fields.find(
    (one) => one.lines.includes(line) && FIELDS.some(({ name }) => name === one.field),
  );
  return { line, field: (used?.field as FieldName | undefined) ?? null, text: lines[line]?.text ?? '' };
}

/** What people corrected, a form for another correction, and a button that has the image read again. */
export function Corrections({ image, picked = null }: { image: Image; picked?: Picked | null }) {
  const { identity } = useCustomer();
  const has = useRoles();
  const path = { image_id: image.image_id };
  const again = useAction((client) => client.readImageAgain({ path }));
  const withdraw = useAction((client, field: FieldName) =>
    client.withdrawCorrection({ path: { ...path, field } }),
  );
  const [isOpen, setOpen] = useDialog('correction');
  const mayCorrect = has('admin', 'image-correction-endpoint');
  const error = again.error ?? withdraw.error;
  if (!mayCorrect && image.corrections.length === 0) return null;
  return (
    <Card title="Corrections">
      <div className="correction">
        {image.corrections.map(({ field, value, plate_state, read_value, corrected_at, corrected_by }) => (
          <div key={field}>
            <p>
              {fieldLabel(field)}{' '}
              <strong>
                {value === null ? 'not present' : [plate_state, value].filter(Boolean).join(' ')}
              </strong>
            </p>
            <p className="quiet">
              {read_value === '' ? 'Nothing was read' : `Read as ${read_value}`}; corrected by{' '}
              {corrected_by ?? 'a deleted user'}, {localTime(new Date(corrected_at), identity.timezone)}
            </p>
            {mayCorrect && (
              <Button small disabled={withdraw.isPending} onClick={() => withdraw.mutate(field)}>
                Withdraw
              </Button>
            )}
          </div>
        ))}
        {mayCorrect && !isOpen && (
          <div className="row">
            <Button small onClick={() => setOpen(true)}>
              Wrong reading
            </Button>
            <Button
              small
              disabled={again.isPending || image.state === 'stored' || image.image_url === null}
              onClick={() => again.mutate()}
            >
              Read again
            </Button>
          </div>
        )}
        {isOpen && (
          <CorrectionForm key={picked?.line} image={image} picked={picked} onDone={() => setOpen(false)} />
        )}
        {error && <Failure error={error} />}
      </div>
    </Card>
  );
}

type FormProps = { image: Image; picked: Picked | null; onDone: () => void };

function CorrectionForm({ image, picked, onDone }: FormProps) {
  const [field, setField] = useState<FieldName>(picked?.field ?? 'usdot_number');
  const [isAbsent, setAbsent] = useState(false);
  const value = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (picked !== null) value.current?.focus();
  }, [picked]);
  const [asked, setAsked] = useState('');
  // The text of a line that is used for nothing may be the value that is missing.
  const read = image.sighting?.[field] || (picked?.field === null ? picked.text : '');
  const save = useAction(
    (client, body: CreateCorrection) => client.correctImage({ path: { image_id: image.image_id }, body }),
    onDone,
  );
  const submit = ({ text }: Entered) => {
    const plate_state = text('plate_state').trim() || undefined;
    const body = { field, value: isAbsent ? null : text('value'), plate_state };
    const given = JSON.stringify(body);
    // Another value is checked again.
    const confirm = doubt !== undefined && given === asked;
    setAsked(given);
    save.mutate(confirm ? { ...body, confirm } : body);
  };
  // The sentence after the reason is for programs.
  const doubt = problemsOf(save.error)
    .get('confirm')
    ?.replace(/ Send .*/, '');
  return (
    <Form
      name="correction"
      className="correction"
      label="Wrong reading"
      action={doubt === undefined ? save : { ...save, error: null }}
      submit={doubt === undefined ? 'Save correction' : 'Save anyway'}
      onSubmit={submit}
      buttons={<Button onClick={onDone}>Cancel</Button>}
    >
      <Select
        label="Field"
        name="field"
        value={field}
        onChange={({ target }) => setField(target.value as FieldName)}
        options={FIELDS.map(({ name, title }) => [name, title])}
      />
      {!isAbsent && (
        <Field
          key={field}
          ref={value}
          label="Right value"
          name="value"
          required
          maxLength={100}
          defaultValue={read}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      {!isAbsent && field === 'alpr_plate_number' && (
        <Field
          label="Plate state"
          name="plate_state"
          maxLength={30}
          defaultValue={image.sighting?.plate_state ?? ''}
        />
      )}
      <Check
        label="The image does not show this field"
        name="is_absent"
        checked={isAbsent}
        onChange={setAbsent}
      />
      {doubt !== undefined && <p role="alert">{doubt} Save it anyway?</p>}
    </Form>
  );
}
