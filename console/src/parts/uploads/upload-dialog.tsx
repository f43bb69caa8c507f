import { useEffect, useMemo, useState } from 'react';
import { useAction, useCustomer } from '../../lib/api.tsx';
import { count } from '../../lib/format.ts';
import { moment } from '../../lib/zoned-time.ts';
import { Button } from '../button.tsx';
import { Field } from '../field.tsx';
import { Form } from '../forms/form.tsx';
import { Modal } from '../modal.tsx';
import { ImageDrop } from './image-drop.tsx';
import type { TakenAt } from './use-uploads.ts';

const MOST = 100;
/** The last place, in this browser: pictures of one yard are uploaded one after another. */
const PLACE = 'milepost.upload-place';

type Place = { city: string; state: string; route: string };

function lastPlace(): Place {
  try {
    return { city: '', state: '', route: '', ...JSON.parse(localStorage.getItem(PLACE) ?? '{}') };
  } catch {
    return { city: '', state: '', route: '' };
  }
}

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  files: File[];
  onFiles: (files: File[]) => void;
  onStart: (files: File[], taken: TakenAt) => void;
};

/** Asks where pictures were taken, and sends them. */
export function UploadDialog({ open, onOpenChange, files, onFiles, onStart }: Props) {
  return (
    <Modal
      open={open}
      onOpenChange={onOpenChange}
      title="Upload images"
      description="They are read like the images of a camera, and become sightings of your organization."
    >
      {files.length === 0 ? (
        <ImageDrop
          title="Drop images here"
          hint="Or drop them on any page. JPEG, PNG or WebP, up to 15 MB each."
          multiple
          onImages={onFiles}
        />
      ) : (
        <PlaceForm files={files} onFiles={onFiles} onStart={onStart} />
      )}
    </Modal>
  );
}

function PlaceForm({ files, onFiles, onStart }: Pick<Props, 'files' | 'onFiles' | 'onStart'>) {
  const { timezone } = useCustomer().identity;
  const [place] = useState(lastPlace);
  const kept = files.slice(0, MOST);
  const find = useAction(
    async (client, { city, state, route, time }: Place & { time: string }) => {
      const { latitude, longitude } = await client.findPlace({ query: { city, state } });
      localStorage.setItem(PLACE, JSON.stringify({ city, state, route }));
      const unknown = 'Unknown';
      return {
        source_location_info: {
          latitude,
          longitude,
          city,
          state,
          route: route || unknown,
          traffic_direction: unknown,
        },
        time: time === '' ? null : moment(time, timezone),
      };
    },
    (taken) => onStart(kept, taken),
  );
  return (
    <>
      <Previews files={kept} />
      <p className="quiet">
        {files.length > MOST ? `The first ${MOST} of ${files.length} images. ` : ''}
        <Button small onClick={() => onFiles([])}>
          Choose others
        </Button>
      </p>
      <Form
        name="upload"
        className="stack"
        action={find}
        submit={`Upload ${count(kept.length, 'image')}`}
        submitting="Uploading…"
        onSubmit={({ text }) =>
          find.mutate({
            city: text('city').trim(),
            state: text('state').trim(),
            route: text('route').trim(),
            time: text('time'),
          })
        }
      >
        <div className="fields">
          <Field
            label="City"
            name="city"
            required
            maxLength={100}
            defaultValue={place.city}
            placeholder="Amarillo"
          />
          <Field
            label="State"
            name="state"
            required
            maxLength={60}
            defaultValue={place.state}
            placeholder="TX"
          />
          <Field label="Road or yard" name="route" maxLength={100} defaultValue={place.route} />
          <Field
            label="Taken at"
            name="time"
            type="datetime-local"
            hint="Without it, the time of each file."
          />
        </div>
      </Form>
    </>
  );
}

const SHOWN = 6;

function Previews({ files }: { files: File[] }) {
  const urls = useMemo(() => files.slice(0, SHOWN).map((file) => URL.createObjectURL(file)), [files]);
  useEffect(
    () => () => {
      for (const url of urls) URL.revokeObjectURL(url);
    },
    [urls],
  );
  return (
    <ul className="upload-previews" aria-label="Chosen images">
      {urls.map((url, index) => (
        <li key={url}>
          <img src={url} alt={files[index]?.name ?? ''} />
        </li>
      ))}
      {files.length > SHOWN && <li className="quiet">and {files.length - SHOWN} more</li>}
    </ul>
  );
}
