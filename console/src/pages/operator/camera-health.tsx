import type { CameraHealth as Camera } from '@milepost/sdk';
import { useMemo, useState } from 'react';
import { useApi } from '../../lib/api.tsx';
import { count, percent } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { LazyMap } from '../../parts/map/lazy-map.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Thumbnail } from '../../parts/thumbnail.tsx';

const INTERVAL_MS = 60_000;
const COLORS = { 'No problem': '--mark-detection', Problem: '--bad-mark' };
const LABELS: Record<Camera['problems'][number]['kind'], string> = {
  silent: 'Silent',
  frozen: 'Frozen',
  clock: 'Clock off',
  dark: 'Dark',
  blurred: 'Blurred',
  reads_less: 'Reads less',
};
/** More are shown on request. */
const SHOWN = 12;

const keyOf = ({ organization_id, source }: Camera) => `${organization_id} ${source}`;

export const useCameraHealth = (organization: number | undefined) =>
  useApi(
    'listCameraHealth',
    { query: { organization_id: organization } },
    { intervalMs: INTERVAL_MS, keepPrevious: true },
  );

type Props = { health: ReturnType<typeof useCameraHealth>; onOpen: (key: string) => void };

/** The cameras with a problem, with their last image, on a map. */
export function CameraHealth({ health, onOpen }: Props) {
  return (
    <Card title="Health" wide>
      <div className="camera-health">
        <Loaded query={health} lines={12}>
          {({ cameras }) =>
            cameras.length === 0 ? (
              <Empty title="No cameras.">Their health follows from the images of the last 30 days.</Empty>
            ) : (
              <Found cameras={cameras} onOpen={onOpen} />
            )
          }
        </Loaded>
      </div>
    </Card>
  );
}

function Found({ cameras, onOpen }: { cameras: Camera[]; onOpen: (key: string) => void }) {
  const [selected, setSelected] = useState<string | null>(null);
  const [isWhole, setWhole] = useState(false);
  const points = useMemo(
    () =>
      cameras.map((camera) => ({
        id: keyOf(camera),
        latitude: camera.latitude,
        longitude: camera.longitude,
        kind: camera.problems.length > 0 ? 'Problem' : 'No problem',
        label: camera.source,
      })),
    [cameras],
  );
  const troubled = cameras.filter(({ problems }) => problems.length > 0);
  const chosen = cameras.find((camera) => keyOf(camera) === selected);
  const listed = isWhole ? troubled : troubled.slice(0, SHOWN);
  const shown = chosen && !listed.includes(chosen) ? [chosen, ...listed] : listed;
  return (
    <>
      <LazyMap label="Cameras" points={points} colors={COLORS} selected={selected} onSelect={setSelected} />
      <p role="status">
        {troubled.length === 0
          ? `No problem was found at ${count(cameras.length, 'camera')}.`
          : `${count(troubled.length, 'camera')} of ${cameras.length} with a problem.`}
      </p>
      <ul className="camera-list">
        {shown.map((camera) => (
          <Troubled key={keyOf(camera)} camera={camera} isChosen={camera === chosen} onOpen={onOpen} />
        ))}
      </ul>
      {troubled.length > SHOWN && !isWhole && (
        <p>
          <Button small onClick={() => setWhole(true)}>
            Show all {troubled.length}
          </Button>
        </p>
      )}
    </>
  );
}

type TroubledProps = { camera: Camera; isChosen: boolean; onOpen: (key: string) => void };

function Troubled({ camera, isChosen, onOpen }: TroubledProps) {
  const now = useNow(60_000);
  const { source, organization_name, problems, last_image_at, thumbnail_url, share_identified } = camera;
  return (
    <li className={isChosen ? 'camera-item camera-chosen' : 'camera-item'}>
      <Thumbnail url={thumbnail_url ?? undefined} alt={`Last image of ${source}`} />
      <div>
        <p>
          <strong>{source}</strong> <span className="quiet">{organization_name}</span>
        </p>
        <ul className="camera-problems">
          {problems.map(({ kind, text }) => (
            <li key={kind}>
              <span className="badge badge-warn">{LABELS[kind]}</span> {text}
            </li>
          ))}
          {problems.length === 0 && <li className="quiet">No problem was found.</li>}
        </ul>
        <p className="quiet">
          Last image <RelativeTime at={last_image_at} now={now} />
          {share_identified !== null && ` · ${percent(share_identified)} identified in 24 hours`}
        </p>
        <Button small aria-label={`Hours of ${source}`} onClick={() => onOpen(keyOf(camera))}>
          Hours
        </Button>
      </div>
    </li>
  );
}
