import type { CarrierProfile, SectionError } from '@milepost/sdk';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../lib/api.tsx';
import { day } from '../../lib/format.ts';
import type { Search } from '../../lib/search.ts';
import { useTitle } from '../../lib/title.tsx';
import { Card } from '../../parts/card.tsx';
import { Loaded } from '../../parts/states.tsx';
import { Explanation } from './explanation.tsx';
import { Authority } from './sections/authority.tsx';
import { Crashes, Violations } from './sections/events.tsx';
import { Fleet } from './sections/fleet.tsx';
import { Identity, type IdentityRow } from './sections/identity.tsx';
import { Insurance } from './sections/insurance.tsx';
import { OutOfServiceRates } from './sections/out-of-service.tsx';
import { Scores } from './sections/scores.tsx';
import { Signals } from './sections/signals.tsx';
import { WhereItRuns } from './sections/where-it-runs.tsx';

/** Everything known about one carrier, today or on an earlier day. */
export function Page() {
  const { usdot } = useParams({ from: '/carriers/$usdot' });
  const search: Search['carrier'] = useSearch({ from: '/carriers/$usdot' });
  const { as_of } = search;
  const found = useApi('searchCarriers', { query: { query: usdot } });
  const row = found.data?.carriers.find(({ usdot_number }) => usdot_number === usdot) ?? null;
  useTitle(row?.legal_name ?? `USDOT ${usdot}`);
  const profile = useApi('getCarrierProfile', {
    query: { usdot_number: usdot, ...(as_of !== undefined && { as_of }) },
  });
  return (
    <div className="carrier">
      <Toolbar usdot={usdot} asOf={as_of} />
      {as_of !== undefined && (
        <p className="notice" role="status">
          This page shows what was known on {day(as_of)}. Sightings and signals are limited to that day.
        </p>
      )}
      <Loaded query={profile} lines={16}>
        {(profile) => <Sections usdot={usdot} profile={profile} row={row} asOf={as_of} />}
      </Loaded>
      {search.basic !== undefined && <Explanation usdot={usdot} basic={search.basic} />}
    </div>
  );
}

function Toolbar({ usdot, asOf }: { usdot: string; asOf: string | undefined }) {
  const navigate = useNavigate({ from: '/carriers/$usdot' });
  return (
    <div className="toolbar">
      <label className="toolbar-date">
        As of
        <input
          className="input"
          type="date"
          max={new Date().toISOString().slice(0, 10)}
          value={asOf ?? ''}
          onChange={({ target: { value } }) =>
            navigate({
              search: ({ as_of: _, ...rest }: Search['carrier']) =>
                value === '' ? rest : { ...rest, as_of: value },
            })
          }
        />
      </label>
      <Link className="button button-small" to="/alerts/new" search={{ usdot_number: usdot }}>
        Create alert
      </Link>
      <Link className="button button-small" to="/carriers/compare" search={{ usdot }}>
        Compare
      </Link>
      <button type="button" className="button button-small" onClick={() => print()}>
        Print report
      </button>
    </div>
  );
}

type SectionsProps = {
  usdot: string;
  profile: CarrierProfile;
  row: IdentityRow | null;
  asOf: string | undefined;
};

function Sections({ usdot, profile, row, asOf }: SectionsProps) {
  const { errors } = profile;
  return (
    <div className="sections">
      <Section title="Identity" name="operating_status" value={profile.operating_status} errors={errors}>
        {(status) => <Identity usdot={usdot} row={row} status={status} archive={profile.archive} />}
      </Section>
      <Signals usdot={usdot} />
      <Section title="Safety scores" name="oos" value={profile.oos} errors={errors} wide>
        {(oos) => <Scores usdot={usdot} oos={oos} />}
      </Section>
      <Section title="Out-of-service rates" name="oos" value={profile.oos} errors={errors}>
        {(oos) => <OutOfServiceRates oos={oos} />}
      </Section>
      <Section title="Insurance" name="insurance" value={profile.insurance} errors={errors}>
        {(insurance) => <Insurance insurance={insurance} />}
      </Section>
      <Section
        title="Authority"
        name="authority_history"
        value={profile.authority_history}
        errors={errors}
        wide
      >
        {(history) => <Authority history={history} status={profile.operating_status} asOf={asOf} />}
      </Section>
      <Section title="Fleet" name="fleet_and_drivers" value={profile.fleet_and_drivers} errors={errors} wide>
        {(fleet) => <Fleet fleet={fleet} history={profile.authority_history?.carrier_history ?? []} />}
      </Section>
      <Section title="Violations" name="violations" value={profile.violations} errors={errors} wide>
        {(violations) => <Violations usdot={usdot} violations={violations} />}
      </Section>
      <Section title="Crashes" name="crashes" value={profile.crashes} errors={errors} wide>
        {(crashes) => <Crashes usdot={usdot} crashes={crashes} />}
      </Section>
      <WhereItRuns usdot={usdot} asOf={asOf} />
    </div>
  );
}

type SectionProps<T> = {
  title: string;
  /** The key in `errors`. */
  name: string;
  value: T | null;
  errors: Record<string, SectionError> | null;
  wide?: boolean;
  children: (value: T) => ReactNode;
};

const REASONS: Record<SectionError['type'], string> = {
  TimeoutError: 'This section took too long. Reload the page to try again.',
  NotFoundError: 'No federal record has this section for the carrier.',
  PermissionError: 'Your organization may not read this section.',
  InternalError: 'This section failed. Reload the page to try again.',
};

/** A section that was withheld or failed shows the reason; the other sections are not affected. */
function Section<T>({ title, name, value, errors, wide = false, children }: SectionProps<T>) {
  const error = errors?.[name];
  return (
    <Card title={title} wide={wide}>
      {value !== null ? (
        children(value)
      ) : (
        <p className="notice">
          {error ? REASONS[error.type] : 'No data.'}
          {error?.type === 'PermissionError' && ` ${error.message}`}
        </p>
      )}
    </Card>
  );
}
