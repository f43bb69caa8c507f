import type { CarrierProfile } from '@milepost/sdk';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useAction, useApi, useCustomer } from '../../lib/api.tsx';
import { day, localTime, today } from '../../lib/format.ts';
import { rememberCarrier } from '../../lib/recent-carriers.ts';
import { saveFile } from '../../lib/save-file.ts';
import type { Search } from '../../lib/search.ts';
import { printSources, sectionErrorText, unknownsOf } from '../../lib/sources.ts';
import { useTitle } from '../../lib/title.tsx';
import { useChangeView, usePageSearch } from '../../lib/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { Card, type CardProps } from '../../parts/card.tsx';
import { Empty, Loaded, Skeleton } from '../../parts/states.tsx';
import { CsvButton } from '../../parts/tables/csv-button.tsx';
import { Decisions, useDecisions } from './decisions.tsx';
import { Explanation } from './explanation.tsx';
import { Coverage } from './sections/coverage.tsx';
import { Crashes, Violations } from './sections/events.tsx';
import { Fleet } from './sections/fleet.tsx';
import { Identity, type IdentityRow } from './sections/identity.tsx';
import { IdentityHistory } from './sections/identity-history.tsx';
import { Insurance } from './sections/insurance.tsx';
import { OutOfServiceRates, rateRows, ratesHeader } from './sections/out-of-service.tsx';
import { Related } from './sections/related.tsx';
import { Scores, ScoresCsv } from './sections/scores.tsx';
import { Signals } from './sections/signals.tsx';
import { Summary } from './sections/summary.tsx';
import { SectionLinks, Verdict } from './sections/verdict.tsx';
import { WhereItRuns } from './sections/where-it-runs.tsx';
import { Watch } from './watch.tsx';

/** Everything known about one carrier, today or on an earlier day. */
export function Page() {
  const { usdot } = useParams({ from: '/carriers/$usdot' });
  const { as_of, basic } = usePageSearch('carrier');
  const found = useApi('searchCarriers', { query: { query: usdot } });
  const row = found.data?.carriers.find(({ usdot_number }) => usdot_number === usdot) ?? null;
  const name = row?.legal_name;
  useTitle(name ?? `USDOT ${usdot}`);
  useEffect(() => {
    if (name !== undefined) rememberCarrier({ usdot, name });
  }, [usdot, name]);
  const profile = useApi('getCarrierProfile', { query: { usdot_number: usdot, as_of, sources: true } });
  const verdict = useApi('getCarrierVerdict', { path: { usdot_number: usdot }, query: { as_of } });
  const decisions = useDecisions(usdot);
  // Their heights depend on their contents, so they are shown together: otherwise one that loads late would shift the others.
  const isComplete = ![profile, verdict, decisions].some(({ isLoading }) => isLoading);
  const isKnown = profile.data === undefined || !isUnknownCarrier(profile.data);
  return (
    <div className="carrier">
      <Toolbar usdot={usdot} asOf={as_of} isKnown={isKnown || !isComplete} />
      <PrintHead usdot={usdot} asOf={as_of} profile={profile} />
      {as_of !== undefined && (
        <p className="notice" role="status">
          <span>
            This page shows what was known on {day(as_of)}. Records of later days are left out. What rests on
            registers as loaded now says so.
          </span>
          <Link
            to="/carriers/$usdot"
            params={{ usdot }}
            search={({ as_of: _, ...rest }: Search['carrier']) => rest}
            resetScroll={false}
          >
            Back to today
          </Link>
        </p>
      )}
      {isComplete ? (
        <>
          {isKnown && <Loaded query={verdict}>{(found) => <Verdict usdot={usdot} found={found} />}</Loaded>}
          <Decisions usdot={usdot} query={decisions} />
          <Loaded query={profile}>
            {(profile) => <Sections usdot={usdot} profile={profile} row={row} asOf={as_of} />}
          </Loaded>
        </>
      ) : (
        <Skeleton lines={24} />
      )}
      {basic !== undefined && <Explanation usdot={usdot} basic={basic} />}
    </div>
  );
}

function isUnknownCarrier({ errors }: CarrierProfile): boolean {
  return errors?.operating_status?.type === 'NotFoundError';
}

type PrintHeadProps = {
  usdot: string;
  asOf: string | undefined;
  profile: { data: CarrierProfile | undefined; error: unknown };
};

/** What a printed report needs to stand alone. */
function PrintHead({ usdot, asOf, profile: { data, error } }: PrintHeadProps) {
  const { timezone, organization_name } = useCustomer().identity;
  const isLoading = data === undefined && error === null;
  return (
    <p className="print-only">
      Carrier report, USDOT {usdot}
      {asOf !== undefined && `, as of ${day(asOf)}`}. Printed {localTime(new Date(), timezone)} by{' '}
      {organization_name}.{' '}
      {isLoading
        ? 'The report was printed before it was loaded.'
        : data?.sources
          ? printSources(data.sources)
          : 'The sources could not be read.'}
    </p>
  );
}

type ToolbarProps = { usdot: string; asOf: string | undefined; isKnown: boolean };

function Toolbar({ usdot, asOf, isKnown }: ToolbarProps) {
  const change = useChangeView();
  const { timezone } = useCustomer().identity;
  return (
    <div className="toolbar">
      <label className="toolbar-date">
        As of
        <input
          className="input"
          type="date"
          max={today(timezone)}
          value={asOf ?? ''}
          onChange={({ target }) =>
            change({ as_of: target.value || undefined }, 'push', { resetScroll: true })
          }
        />
      </label>
      <Link className="button button-small" to="/alerts/new" search={{ usdot_number: usdot }}>
        Create alert
      </Link>
      <Watch usdot={usdot} />
      {isKnown && (
        <>
          <Link className="button button-small" to="/carriers/compare" search={{ usdot, as_of: asOf }}>
            Compare
          </Link>
          {asOf === undefined && <SummaryButton usdot={usdot} />}
          <Button small onClick={() => print()}>
            Print full report
          </Button>
        </>
      )}
    </div>
  );
}

/** The verdict, its reasons and the key figures on one page. */
function SummaryButton({ usdot }: { usdot: string }) {
  const download = useAction(async (client) => {
    const blob = await client.getCarrierSummary({ path: { usdot_number: usdot } });
    saveFile(`carrier-${usdot}.pdf`, blob);
  });
  return (
    <Button small disabled={download.isPending} onClick={() => download.mutate()}>
      {download.isPending ? 'Making the page…' : download.isError ? 'Failed: try again' : 'One-page summary'}
    </Button>
  );
}

type SectionsProps = {
  usdot: string;
  profile: CarrierProfile;
  row: IdentityRow | null;
  asOf: string | undefined;
};

function Sections({ usdot, profile, row, asOf }: SectionsProps) {
  const { timezone } = useCustomer().identity;
  const unknown = unknownsOf(profile);
  const sources = profile.sources ?? null;
  if (isUnknownCarrier(profile))
    return (
      <div className="sections">
        <Card title="Unknown carrier" wide>
          <Empty title={`No federal record has USDOT number ${usdot}.`}>
            Check the number, or <Link to="/carriers">search for the carrier</Link>.
          </Empty>
        </Card>
        <WhereItRuns usdot={usdot} asOf={asOf} />
      </div>
    );
  const ratesCsv = profile.oos && (
    <CsvButton
      file={`${usdot}-out-of-service`}
      label="out-of-service rates"
      header={ratesHeader}
      rows={() => (profile.oos ? rateRows(profile.oos, unknown) : [])}
    />
  );
  return (
    <div className="sections">
      <Summary profile={profile} row={row} />
      <SectionLinks />
      <Section title="Identity" id="identity" name="operating_status" profile={profile}>
        {(status) => (
          <Identity usdot={usdot} row={row} status={status} archive={profile.archive} unknown={unknown} />
        )}
      </Section>
      <Signals usdot={usdot} asOf={asOf} />
      <Section
        title="Safety scores"
        id="scores"
        name="oos"
        profile={profile}
        note={<ScoresCsv usdot={usdot} asOf={asOf} />}
        wide
      >
        {(oos) => <Scores usdot={usdot} oos={oos} profile={profile} asOf={asOf} />}
      </Section>
      <Section title="Out-of-service rates" id="rates" name="oos" profile={profile} note={ratesCsv}>
        {(oos) => <OutOfServiceRates oos={oos} sources={sources} unknown={unknown} />}
      </Section>
      <Section title="Insurance" id="insurance" name="insurance" profile={profile}>
        {(insurance) => <Insurance insurance={insurance} unknown={unknown} />}
      </Section>
      <Section title="Authority and insurance" id="coverage" name="authority_history" profile={profile} wide>
        {(history) => (
          <Coverage
            usdot={usdot}
            history={history}
            today={asOf ?? today(timezone)}
            asOf={asOf}
            unknown={unknown}
          />
        )}
      </Section>
      <Section title="Fleet" id="fleet" name="fleet_and_drivers" profile={profile} wide>
        {(fleet) => (
          <Fleet fleet={fleet} history={profile.authority_history?.carrier_history ?? []} unknown={unknown} />
        )}
      </Section>
      <Section title="Violations" id="violations" name="violations" profile={profile} wide>
        {(violations) => <Violations usdot={usdot} violations={violations} unknown={unknown} />}
      </Section>
      <Section title="Crashes" id="crashes" name="crashes" profile={profile} wide>
        {(crashes) => <Crashes usdot={usdot} crashes={crashes} sources={sources} unknown={unknown} />}
      </Section>
      <Card title="Changes in the federal registers" id="changes" wide>
        <IdentityHistory usdot={usdot} asOf={asOf} />
      </Card>
      <Card title="Related carriers" id="related" wide>
        <Related usdot={usdot} asOf={asOf} />
      </Card>
      <WhereItRuns usdot={usdot} asOf={asOf} />
    </div>
  );
}

type SectionName =
  | 'operating_status'
  | 'oos'
  | 'insurance'
  | 'authority_history'
  | 'fleet_and_drivers'
  | 'violations'
  | 'crashes';
type SectionProps<Name extends SectionName> = Omit<CardProps, 'children'> & {
  name: Name;
  profile: CarrierProfile;
  children: (value: NonNullable<CarrierProfile[Name]>) => ReactNode;
};

/** A section that was withheld or failed shows the reason; the other sections are not affected. */
function Section<Name extends SectionName>({ name, profile, children, ...card }: SectionProps<Name>) {
  const value = profile[name];
  const error = profile.errors?.[name];
  return (
    <Card {...card}>{value ? children(value) : <p className="notice">{sectionErrorText(error)}</p>}</Card>
  );
}
