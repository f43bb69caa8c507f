import type { Check } from '@milepost/sdk';
import { useParams } from '@tanstack/react-router';
import { DownloadIcon } from 'lucide-react';
import { useAction, useApi, useCustomer } from '../../lib/api.tsx';
import { byteSize, capitalized, day, localTime, withDays } from '../../lib/format.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useTitle } from '../../lib/title.tsx';
import { Button } from '../../parts/button.tsx';
import { Card, Facts } from '../../parts/card.tsx';
import { Failure, Loaded } from '../../parts/states.tsx';
import { Table } from '../../parts/tables/table.tsx';
import { CLASSES, LinkedCarrier, ResultBadge, ruleName, VETTERS } from './results.tsx';

/** A kept check: what was decided and why, and the file that shows it to others. */
export function Page() {
  const { id } = useParams({ from: '/vetting/checks/$id' });
  const found = useApi('getCheck', { path: { check_id: id } });
  const { data } = found;
  useTitle(data ? data.legal_name || `USDOT ${data.usdot_number}` : 'Check');
  return (
    <div className="stack vetting">
      <Loaded query={found} lines={12} roles={VETTERS}>
        {(check) => (
          <>
            <About check={check} />
            <Results check={check} />
            <File check={check} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function About({ check }: { check: Check }) {
  const { timezone } = useCustomer().identity;
  const { usdot_number: usdot, classes, reference, note, rules_version, created_at } = check;
  return (
    <Card title="Check" note={<ResultBadge result={check.result} />} wide>
      <Facts
        rows={[
          ['Carrier', <LinkedCarrier key="carrier" usdot_number={usdot} />],
          ['Checked for', day(check.day)],
          ['Made', localTime(new Date(created_at), timezone)],
          ...(reference === null ? [] : ([['Reference', reference]] as [string, string][])),
          ...(note === null ? [] : ([['Note', note]] as [string, string][])),
          ...(classes.length === 0
            ? []
            : ([['Load', classes.map((one) => CLASSES[one]).join(', ')]] as [string, string][])),
          ['Rules', rules_version],
        ]}
      />
    </Card>
  );
}

/** Sorted by severity, most severe first, then in the order of the rules. */
const ORDER = ['FAIL', 'INCOMPLETE', 'REVIEW', 'PASS'] as const;

function Results({ check: { results } }: { check: Check }) {
  const rank = ({ result }: Check['results'][number]) => ORDER.indexOf(result);
  return (
    <Card title="Rules" wide>
      <Table
        caption="Rules"
        rows={results.toSorted((a, b) => rank(a) - rank(b))}
        keyOf={({ rule }) => rule}
        columns={[
          { label: 'Rule', show: ({ name }) => ruleName(name) },
          { label: 'Result', show: ({ result }) => <ResultBadge result={result} /> },
          { label: 'Reason', show: ({ reason }) => capitalized(withDays(reason)) },
          { label: 'Category', show: ({ category }) => category },
        ]}
      />
    </Card>
  );
}

function File({ check: { id, usdot_number, time_stamped_at, ...check } }: { check: Check }) {
  const { timezone } = useCustomer().identity;
  const name = `vetting-${usdot_number}-${check.day}-${id.slice(0, 8)}.json`;
  const download = useAction(async (client) => {
    const blob = await client.getVettingFile({ path: { check_id: id } });
    saveFile(name, blob);
    return blob.size;
  });
  const replay = useAction((client) => client.verifyCheck({ path: { check_id: id } }));
  return (
    <Card title="Vetting file" wide>
      <p>
        The rules, every row that decided with its federal file and day, and the result, signed by this
        service. Whoever has it decides again without access to this service.{' '}
        {time_stamped_at === null
          ? 'It has no time stamp of an authority.'
          : `An authority stamped it at ${localTime(new Date(time_stamped_at), timezone)}.`}
      </p>
      <p className="row">
        <Button main disabled={download.isPending} onClick={() => download.mutate()}>
          <DownloadIcon /> {download.isPending ? 'Downloading…' : 'Download the file'}
        </Button>
        <span role="status" className="quiet">
          {download.data !== undefined && `${byteSize(download.data)} saved.`}
        </span>
      </p>
      {download.error !== null && <Failure error={download.error} />}
      <h3 className="held-name">Verify it on another machine</h3>
      <ol className="verify-steps">
        <li>
          Save the <a href="/.well-known/milepost-keys">published keys</a> as <code>keys.json</code>. The
          receiver gets them from this address, not with the file.
        </li>
        <li>
          <code>milepost verify-file {name} --key keys.json</code>
          {time_stamped_at !== null && (
            <>
              {' '}
              and <code>--tsa-root root.pem</code> with the root certificate of the authority
            </>
          )}
        </li>
      </ol>
      <p className="quiet">
        It finds every changed byte, and decides again from the rows in the file. It does not show that the
        rows are those of FMCSA: compare them with the named files and their hashes.
      </p>
      <p className="row">
        <Button disabled={replay.isPending} onClick={() => replay.mutate()}>
          {replay.isPending ? 'Deciding…' : 'Decide again'}
        </Button>
      </p>
      {replay.error !== null && <Failure error={replay.error} />}
      {replay.data !== undefined && <Replayed {...replay.data} />}
    </Card>
  );
}

type ReplayedProps = { problems: string[]; result: Check['result'] | null; key_id: string | null };

function Replayed({ problems, result, key_id }: ReplayedProps) {
  if (problems.length > 0 || result === null)
    return (
      <p className="notice" role="status">
        The stored file is not valid: {problems.join(' ')}
      </p>
    );
  return (
    <p className="notice" role="status">
      <span>
        The signature of the key <code>{key_id}</code> is valid, and the rows in the file lead to{' '}
        <ResultBadge result={result} /> again.
      </span>
    </p>
  );
}
