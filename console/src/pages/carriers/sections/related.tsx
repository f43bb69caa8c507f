import type { RelatedCarrier, RelatedLink } from '@milepost/sdk';
import { Link } from '@tanstack/react-router';
import { useApi } from '../../../lib/api.tsx';
import { count, day } from '../../../lib/format.ts';
import { Loaded } from '../../../parts/states.tsx';
import { type Column, DataTable } from '../../../parts/tables/data-table.tsx';

const KINDS: Record<RelatedLink['kind'], string> = {
  phone: 'Phone',
  email: 'Email',
  officer: 'Officer',
  address: 'Address',
  vin: 'VIN',
  plate: 'Plate',
};
const ORDERS: Record<RelatedLink['order'], (link: RelatedLink) => string> = {
  before: ({ theirs, own }) => `theirs until ${day(theirs.last_seen)}, here since ${day(own.first_seen)}`,
  after: ({ theirs, own }) => `here until ${day(own.last_seen)}, theirs since ${day(theirs.first_seen)}`,
  same_time: () => 'both at the same time',
};

const linkText = (link: RelatedLink) =>
  `${KINDS[link.kind]} ${link.value}: ${ORDERS[link.order](link)} (${link.source})`;

function statusOf({ out_of_service_since, revoked_on }: RelatedCarrier): string {
  const facts = [
    out_of_service_since && `Out of service since ${day(out_of_service_since)}`,
    revoked_on && `Authority revoked ${day(revoked_on)}`,
  ];
  return facts.filter(Boolean).join('; ');
}

const columns: Column<RelatedCarrier>[] = [
  {
    id: 'carrier',
    label: 'Carrier',
    value: ({ legal_name, usdot_number }) => `${legal_name} ${usdot_number}`.trim(),
    show: ({ legal_name, usdot_number }) => (
      <>
        <Link to="/carriers/$usdot" params={{ usdot: usdot_number }}>
          {legal_name || `USDOT ${usdot_number}`}
        </Link>
        {legal_name !== '' && <span className="quiet"> {usdot_number}</span>}
      </>
    ),
  },
  {
    id: 'links',
    label: 'Shares',
    value: ({ links }) => links.map(linkText).join('; '),
    show: ({ links, links_total }) => (
      <ul>
        {links.map((link) => (
          <li key={`${link.kind} ${link.value} ${link.source}`}>
            <strong>{KINDS[link.kind]}</strong> {link.value}
            <span className="quiet">, {ORDERS[link.order](link)}</span>
          </li>
        ))}
        {links_total > links.length && (
          <li className="quiet">and {count(links_total - links.length, 'more link')}</li>
        )}
      </ul>
    ),
  },
  { id: 'status', label: 'Status', value: statusOf },
  {
    id: 'registered',
    label: 'Registered',
    value: ({ registered_on }) => registered_on,
    show: ({ registered_on }) => day(registered_on),
  },
];

/** Carriers with the same contacts or vehicles, now or before. */
export function Related({ usdot, asOf }: { usdot: string; asOf: string | undefined }) {
  const related = useApi('listRelatedCarriers', { path: { usdot_number: usdot } });
  return (
    <Loaded query={related} lines={4}>
      {({ related, total, shared_by_many, vehicles, not_searched, errors }) => (
        <>
          <p className="quiet">
            What the registers, inspections and sightings show. A shared contact or vehicle does not prove
            that carriers belong together.
            {asOf !== undefined && ` Compared as of today, not as of ${day(asOf)}.`}
          </p>
          <DataTable
            caption="Related carriers"
            name="related"
            rows={related}
            columns={columns}
            noun="carrier"
            empty={
              not_searched.length === 0 && errors === null
                ? 'No other carrier has one of its contacts or vehicles.'
                : 'Nothing was found in what was compared.'
            }
            file={`${usdot}-related`}
          />
          {total > related.length && (
            <p className="quiet">
              The first {count(related.length, 'carrier')} of {total}.
            </p>
          )}
          {shared_by_many.length > 0 && (
            <p className="quiet">
              Not compared, because too many carriers have them:{' '}
              {shared_by_many.map(({ kind, value }) => `${KINDS[kind].toLowerCase()} ${value}`).join('; ')}.
            </p>
          )}
          {vehicles.known > vehicles.searched && (
            <p className="quiet">
              The newest {vehicles.searched} of {vehicles.known} VINs and plates were compared.
            </p>
          )}
          {not_searched.map((text) => (
            <p key={text} className="quiet">
              {text}
            </p>
          ))}
          {errors !== null && <p className="notice">Not everything could be compared. Try again.</p>}
        </>
      )}
    </Loaded>
  );
}
