import type { DockCheck } from '@milepost/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useAction, useApi, useRoles } from '../../lib/api.tsx';
import { useStoryStep } from '../../lib/demo/story.ts';
import { place } from '../../lib/format.ts';
import { usePageSearch } from '../../lib/use-view.ts';
import { AnnotatedPicture } from '../../parts/annotated-image.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Empty, Failure } from '../../parts/states.tsx';
import { ImageDrop } from '../../parts/uploads/image-drop.tsx';
import { CarrierPicker } from '../carriers/carrier-picker.tsx';
import { Answer, Compared } from './answer.tsx';

type Picture = { file: File; url: string };
/** An answer and the booking that it is about. */
type Checked = { check: DockCheck; usdot: string };

/** Compares the door in a picture with the carrier that is booked. */
export function Page() {
  const { usdot } = usePageSearch('dockCheck');
  const navigate = useNavigate({ from: '/dock-check' });
  const mayCheck = useRoles()('admin', 'dock-check-endpoint');
  const [picture, setPicture] = useState<Picture | null>(null);
  const [checked, setChecked] = useState<Checked | null>(null);
  const check = useAction(
    (client, { file, booked }: { file: File; booked: string }) =>
      client.checkDockUpload({ body: { record: { usdot_number: booked }, image: file } }),
    (result, { booked }) => setChecked({ check: result, usdot: booked }),
  );
  useStoryStep('photograph', checked !== null);
  const result = useRef<HTMLDivElement>(null);
  // On a phone the result is below the image, because a result above it would push the image down.
  useEffect(() => {
    if (checked) result.current?.firstElementChild?.scrollIntoView({ block: 'nearest' });
  }, [checked]);
  // The browser keeps the bytes of a picture until its URL is revoked.
  useEffect(() => () => URL.revokeObjectURL(picture?.url ?? ''), [picture]);

  function show(file: File) {
    setPicture({ file, url: URL.createObjectURL(file) });
    setChecked(null);
    check.reset();
    if (usdot !== undefined) check.mutate({ file, booked: usdot });
  }
  function book(booked: string | undefined) {
    navigate({ search: { usdot: booked }, replace: true });
    setChecked(null);
    check.reset();
    if (picture !== null && booked !== undefined) check.mutate({ file: picture.file, booked });
  }

  if (!mayCheck)
    return (
      <Empty title="Your roles do not include this.">
        Ask an administrator of your organization for the role “Check the door of a truck against the booked
        carrier”.
      </Empty>
    );
  const answer = checked?.usdot === usdot ? checked?.check : undefined;
  const isReading = check.isPending && answer === undefined;
  return (
    <div className="dock">
      <div className="stack">
        <Card title="Booked carrier">
          {usdot === undefined ? (
            <CarrierPicker label="Find by name, USDOT or MC number" exclude={[]} onPick={book} />
          ) : (
            <Booked usdot={usdot} onChange={() => book(undefined)} />
          )}
        </Card>
        {picture === null ? (
          <Card title="Picture of the door">
            <ImageDrop
              title="Drop a picture of the door here"
              hint="The number and the name should be readable. JPEG, PNG or WebP, up to 15 MB."
              onImages={([file]) => file && show(file)}
            />
          </Card>
        ) : (
          <AnnotatedPicture
            key={picture.url}
            src={picture.url}
            name="you"
            width={answer?.readings.width ?? 1}
            height={answer?.readings.height ?? 1}
            readings={answer?.readings ?? null}
          >
            {(shown, lines) => (
              <>
                <Card
                  title="Picture of the door"
                  note={
                    <ImageDrop title="Another picture" isSmall onImages={([file]) => file && show(file)} />
                  }
                >
                  <div className={isReading ? 'dock-picture dock-reading' : 'dock-picture'}>{shown}</div>
                </Card>
                {lines && <section className="card dock-lines">{lines}</section>}
              </>
            )}
          </AnnotatedPicture>
        )}
      </div>
      <div className="stack" aria-live="polite" aria-busy={isReading} ref={result}>
        {/* The action is pending until what it changes has been loaded again. */}
        {isReading && <Reading />}
        {check.error !== null && (
          <Failure
            error={check.error}
            {...(picture !== null && usdot !== undefined
              ? { onRetry: () => check.mutate({ file: picture.file, booked: usdot }) }
              : {})}
          />
        )}
        {answer !== undefined && (
          <>
            <Answer check={answer} />
            <Compared check={answer} />
          </>
        )}
        {answer === undefined && !isReading && check.error === null && (
          <Steps hasCarrier={usdot !== undefined} hasPicture={picture !== null} />
        )}
      </div>
    </div>
  );
}

function Booked({ usdot, onChange }: { usdot: string; onChange: () => void }) {
  const carriers = useApi('searchCarriers', { query: { query: usdot } });
  const found = carriers.data?.carriers.find(({ usdot_number }) => usdot_number === usdot);
  return (
    <div className="dock-booked">
      <div>
        <p className="dock-name">{found?.legal_name ?? `USDOT ${usdot}`}</p>
        <p className="quiet">USDOT {usdot}</p>
        <p className="quiet">{found && place(found.phy_city, found.phy_state)}</p>
      </div>
      <Button small onClick={onChange}>
        Change
      </Button>
    </div>
  );
}

function Reading() {
  return (
    <section className="verdict verdict-busy verdict-reading" aria-label="Answer">
      <p className="verdict-word">Reading the door…</p>
      <p>This takes a few seconds.</p>
    </section>
  );
}

function Steps({ hasCarrier, hasPicture }: { hasCarrier: boolean; hasPicture: boolean }) {
  return (
    <section className="verdict verdict-busy" aria-label="Answer">
      <p className="verdict-word">Is this the booked truck?</p>
      <ol className="dock-steps">
        <li className={hasCarrier ? 'dock-done' : undefined}>Choose the booked carrier.</li>
        <li className={hasPicture ? 'dock-done' : undefined}>Take or drop a picture of the door.</li>
        <li>Read the answer, with what was read and why.</li>
      </ol>
      <p className="quiet">The picture is not stored.</p>
    </section>
  );
}
