import type { CameraHour, CameraHours, UnreadReasons } from '@milepost/sdk';
import { useApi, useCustomer } from '../../lib/api.tsx';
import { localTime, number, percent } from '../../lib/format.ts';
import { Facts } from '../../parts/card.tsx';
import { HourBars } from '../../parts/charts/hour-bars.tsx';
import { Modal } from '../../parts/modal.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/tables/table.tsx';

const REASONS: Record<keyof UnreadReasons, string> = {
  unreadable_image: 'The file cannot be read',
  failed: 'Reading failed',
  no_text: 'No text found',
  number_not_registered: 'USDOT number without a carrier in the loaded files',
  placeholder_plate: 'Placeholder instead of a plate',
  invalid_vin: 'VIN with a wrong check digit',
  low_confidence: 'Read with Low confidence only',
  no_candidate: 'Text without an identifier',
};

type Props = { organizationId: number; source: string; onClose: () => void };

/** What was read on the images of a camera in the last two days, and why nothing was read. */
export function CameraHoursDialog({ organizationId, source, onClose }: Props) {
  const hours = useApi('listCameraHours', { query: { source, organization_id: organizationId } });
  return (
    <Modal open onOpenChange={onClose} wide title={source} description="Readings of the last 48 hours.">
      <Loaded query={hours} lines={8}>
        {(found) => <Readings {...found} />}
      </Loaded>
    </Modal>
  );
}

function Readings({ hours, from, to }: CameraHours) {
  const { timezone } = useCustomer().identity;
  const sum = (count: (hour: CameraHour) => number) => hours.reduce((total, hour) => total + count(hour), 0);
  const judged = sum((hour) => hour.judged);
  if (judged === 0) return <Empty title="No image was read in these hours." />;
  const share = (count: number) => `${number(count)} (${percent(count / judged)})`;
  const reasons = (Object.keys(REASONS) as (keyof UnreadReasons)[])
    .map((reason) => ({ reason, images: sum((hour) => hour.reasons[reason]) }))
    .filter(({ images }) => images > 0)
    .sort((a, b) => b.images - a.images);
  return (
    <>
      <Facts
        rows={[
          ['Images', number(judged)],
          ['Identified', share(sum((hour) => hour.identified))],
          ['With USDOT number', share(sum((hour) => hour.with_usdot))],
          ['With plate', share(sum((hour) => hour.with_plate))],
        ]}
      />
      <figure className="chart">
        <HourBars
          hours={hours}
          from={new Date(from)}
          to={new Date(to)}
          nameOf={(hour) => localTime(hour, timezone)}
        />
        <figcaption>
          <span>Images by hour</span>
          <span>
            <i className="key-identified" /> Identified <i className="key-rest" /> Not identified
          </span>
        </figcaption>
      </figure>
      {reasons.length > 0 && (
        <Table
          caption="Why images identify no truck"
          rows={reasons}
          keyOf={({ reason }) => reason}
          isWide
          columns={[
            { label: 'Not identified because', show: ({ reason }) => REASONS[reason] },
            { label: 'Images', align: 'right', show: ({ images }) => number(images) },
            { label: 'Share', align: 'right', show: ({ images }) => percent(images / judged) },
          ]}
        />
      )}
    </>
  );
}
