import type { ApiError, Corrected, CreateCorrection, Image } from '@milepost/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useCustomer, useRoles } from '../lib/api.tsx';
import { fieldLabel, localTime } from '../lib/format.ts';
import { TRUCK_FIELDS } from '../lib/generated/truck-fields.ts';
import { useDialog } from '../lib/use-view.ts';
import { Card } from './card.tsx';
import { Field } from './field.tsx';
import { Failure } from './states.tsx';

type FieldName = CreateCorrection['field'];
const FIELDS = TRUCK_FIELDS.filter((field) => field.isCorrectable).toSorted(
  (a, b) => a.position - b.position,
);

/** What people corrected, a form for another correction, and a button that has the image read again. */
export function Corrections({ image }: { image: Image }) {
  const { client, identity } = useCustomer();
  const has = useRoles();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ['getImage', image.image_id] });
  const path = { image_id: image.image_id };
  const again = useMutation<unknown, ApiError>({
    mutationFn: () => client.readImageAgain({ path }),
    onSuccess: refresh,
  });
  const withdraw = useMutation<Corrected, ApiError, FieldName>({
    mutationFn: (field) => client.withdrawCorrection({ path: { ...path, field } }),
    onSuccess: refresh,
  });
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
              <button
                type="button"
                className="button button-small"
                disabled={withdraw.isPending}
                onClick={() => withdraw.mutate(field)}
              >
                Withdraw
              </button>
            )}
          </div>
        ))}
        {mayCorrect && !isOpen && (
          <div className="row">
            <button type="button" className="button button-small" onClick={() => setOpen(true)}>
              Wrong reading
            </button>
            <button
              type="button"
              className="button button-small"
              disabled={again.isPending || image.state === 'stored' || image.image_url === null}
              onClick={() => again.mutate()}
            >
              Read again
            </button>
          </div>
        )}
        {isOpen && (
          <CorrectionForm
            image={image}
            onDone={() => {
              setOpen(false);
              refresh();
            }}
          />
        )}
        {error && <Failure error={error} />}
      </div>
    </Card>
  );
}

function CorrectionForm({ image, onDone }: { image: Image; onDone: () => void }) {
  const { client } = useCustomer();
  const [field, setField] = useState<FieldName>('usdot_number');
  const [isAbsent, setAbsent] = useState(false);
  const read = image.sighting?.[field] ?? '';
  const save = useMutation<Corrected, ApiError, CreateCorrection>({
    mutationFn: (body) => client.correctImage({ path: { image_id: image.image_id }, body }),
    onSuccess: onDone,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const state = String(form.get('plate_state') ?? '').trim();
    save.mutate({
      field,
      value: isAbsent ? null : String(form.get('value') ?? ''),
      ...(state !== '' && { plate_state: state }),
    });
  };
  const problem = save.error?.problems?.find(({ loc }) => loc[1] === 'value')?.msg;
  return (
    <form className="correction" aria-label="Wrong reading" onSubmit={submit}>
      <label className="select">
        Field
        <select value={field} onChange={({ target }) => setField(target.value as FieldName)}>
          {FIELDS.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {!isAbsent && (
        <Field
          key={field}
          label="Right value"
          name="value"
          required
          maxLength={100}
          defaultValue={read}
          autoComplete="off"
          spellCheck={false}
          error={problem}
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
      <label className="check">
        <input type="checkbox" checked={isAbsent} onChange={({ target }) => setAbsent(target.checked)} />
        The image does not show this field
      </label>
      <div className="row">
        <button type="submit" className="button button-main" disabled={save.isPending}>
          {save.isPending ? 'Saving…' : 'Save correction'}
        </button>
        <button type="button" className="button" onClick={onDone}>
          Cancel
        </button>
      </div>
      {save.error && problem === undefined && <Failure error={save.error} />}
    </form>
  );
}
