import type { ExplainedScore, ExplainedViolation, ScoredInspection, ScoreExplanation } from '@milepost/sdk';
import { Dialog } from 'radix-ui';
import { useApi } from '../../lib/api.tsx';
import { capitalized, count, day, number, percentage } from '../../lib/format.ts';
import type { BasicName } from '../../lib/search.ts';
import { filesText, sourceText } from '../../lib/sources.ts';
import { useFocusReturn } from '../../lib/use-focus-return.ts';
import { useChangeView, useOpened, usePageSearch } from '../../lib/use-view.ts';
import { Button } from '../../parts/button.tsx';
import { Facts } from '../../parts/card.tsx';
import { LineChart } from '../../parts/charts/line-chart.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { firstMonth, useScoreHistory } from './sections/scores.tsx';
import { formulaText, longestFormula, measureText, whatIfClass, whatIfText } from './what-if.ts';

type Props = { usdot: string; basic: BasicName };

/** The inspections and weights behind one score. Violations can be removed to see the score without them. */
export function Explanation({ usdot, basic }: Props) {
  const { as_of, without, method } = usePageSearch('carrier');
  const change = useChangeView();
  const path = { usdot_number: Number(usdot) };
  const query = { basic, method };
  const explanation = useApi('explainScores', { path, query }, { keepPrevious: true });
  // The chart is above the figures, which would move when it arrives.
  const history = useScoreHistory(usdot, undefined);
  const changed = useApi(
    'explainScores',
    { path, query: { ...query, without: without ?? '', events: false } },
    { enabled: without !== undefined, keepPrevious: true },
  );
  const whatIf = without === undefined ? null : (changed.data?.basics[0]?.what_if ?? null);
  const removed = new Set(without?.split(',') ?? []);
  const { close } = useOpened('basic', 'without,method');
  const focus = useFocusReturn();
  return (
    <Dialog.Root open onOpenChange={(open) => !open && close()}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content
          className="drawer"
          aria-describedby={undefined}
          tabIndex={-1}
          onCloseAutoFocus={focus.onCloseAutoFocus}
          onOpenAutoFocus={(event) => {
            focus.onOpenAutoFocus(event);
            event.preventDefault();
            (event.currentTarget as HTMLElement).focus();
          }}
        >
          <Loaded query={history.isPending ? { ...explanation, data: undefined } : explanation} lines={12}>
            {(explanation) => {
              const score = explanation.basics[0];
              if (!score) return <Empty title="This category has no score." />;
              return (
                <Explained
                  usdot={usdot}
                  asOf={as_of}
                  explanation={explanation}
                  score={score}
                  whatIf={whatIf}
                  isStale={changed.isFetching}
                  removed={removed}
                  onRemove={(ids) => change({ without: ids.join(',') || undefined }, 'replace')}
                  onMethod={(next) => change({ method: next === 'preview' ? next : undefined }, 'replace')}
                />
              );
            }}
          </Loaded>
          <Dialog.Close className="button button-small drawer-close">Close</Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type ExplainedProps = {
  usdot: string;
  asOf: string | undefined;
  explanation: ScoreExplanation;
  score: ExplainedScore;
  /** Null until it is calculated, and without a removed violation. */
  whatIf: ExplainedScore['what_if'];
  isStale: boolean;
  removed: Set<string>;
  onRemove: (ids: string[]) => void;
  onMethod: (method: 'current' | 'preview') => void;
};

function Explained({
  usdot,
  asOf,
  explanation: { run, carrier },
  score,
  whatIf,
  isStale,
  removed,
  onRemove,
  onMethod,
}: ExplainedProps) {
  const { group, events } = score;
  const toggle = ({ violation_id: id }: ExplainedViolation) =>
    onRemove(removed.has(id) ? [...removed].filter((one) => one !== id) : [...removed, id]);
  return (
    <>
      <Dialog.Title className="drawer-title">{score.title}</Dialog.Title>
      <p className="figure drawer-figure">
        {score.percentile === null ? (score.status_reason ?? score.status) : percentage(score.percentile)}
        {score.is_alert && <span className="badge badge-failed">Alert</span>}
        {score.percentile !== null && (
          <span className="quiet drawer-source">{sourceText(score.percentile_source)}</span>
        )}
      </p>
      {events.inspections.length > 0 && (
        <p className="what-if-bar">
          {whatIf ? (
            <span className={whatIfClass(score, whatIf, isStale)} role="status">
              {whatIfText(score, whatIf, removed.size)}
            </span>
          ) : (
            <span className="quiet" role="status">
              {removed.size > 0 ? 'Calculating…' : 'Clear a violation to see the score without it.'}
            </span>
          )}
          {removed.size > 0 && (
            <Button small onClick={() => onRemove([])}>
              Reset
            </Button>
          )}
        </p>
      )}
      {asOf !== undefined && asOf < run.run_date && (
        <p className="notice">
          The page shows {day(asOf)}. This explanation is of the newest run, {day(run.run_date)}: earlier runs
          keep their scores, but not the inspections behind them.
        </p>
      )}
      <History usdot={usdot} basic={score.basic} />
      <Facts
        rows={[
          ['Measure', measureText(score, whatIf)],
          ['Formula', <Formula key="formula" score={score} whatIf={whatIf} />],
          ['Threshold', percentage(score.threshold)],
          ['Status', score.status],
          [
            'Peer group',
            group === null
              ? '–'
              : `${group.label}${group.carriers === null ? '' : `, ${count(group.carriers, 'carrier')}`}`,
          ],
          [
            'Inspections',
            `${number(score.relevant_inspections)} relevant, ${number(score.inspections_with_violation)} with violations`,
          ],
          [
            'Carrier',
            capitalized(
              `${carrier.carrier_type}, ${carrier.segment}, ${count(carrier.power_units, 'power unit')}`,
            ),
          ],
          ['Measure source', sourceText(score.measure_source)],
          ['Percentile source', sourceText(score.percentile_source)],
          ['Run', `${run.version}, ${day(run.run_date)}, ${filesText(run.files)}`],
        ]}
      />
      <fieldset className="checks">
        <legend className="hidden">Method</legend>
        {(['current', 'preview'] as const).map((method) => (
          <label key={method}>
            <input
              type="radio"
              name="method"
              checked={run.method === method}
              onChange={() => onMethod(method)}
            />
            {method === 'current' ? 'Current method' : 'New method (preview)'}
          </label>
        ))}
      </fieldset>
      <h3>Inspections with violations</h3>
      {events.inspections.length === 0 && <Empty title="No violations in this category." />}
      <ul className="explained">
        {events.inspections.map((inspection) => (
          <li key={inspection.report_number}>
            <Inspection inspection={inspection} removed={removed} onToggle={toggle} />
          </li>
        ))}
      </ul>
      {events.crashes.length > 0 && (
        <>
          <h3>Crashes</h3>
          <ul className="explained">
            {events.crashes.map((crash) => (
              <li key={crash.report_number}>
                <code>{crash.report_number}</code> {day(crash.date)}
              </li>
            ))}
          </ul>
        </>
      )}
      {run.notes.map((note) => (
        <p key={note} className="quiet">
          {note}
        </p>
      ))}
    </>
  );
}

/** Reserves space for the longest text, so that nothing below shifts when a violation is removed. */
function Formula({ score, whatIf }: Pick<ExplainedProps, 'score' | 'whatIf'>) {
  return (
    <span className="formula">
      <span>{formulaText(score, whatIf)}</span>
      <span aria-hidden="true">{longestFormula(score)}</span>
    </span>
  );
}

/** The stored months of the current method. */
function History({ usdot, basic }: { usdot: string; basic: string }) {
  const { data } = useScoreHistory(usdot, undefined);
  const past = data?.basics.find((one) => one.basic === basic);
  if (!data || !past || past.points.length < 2) return null;
  const days = data.runs.map(({ run_date }) => run_date);
  return (
    <LineChart
      title={`Percentile, last 24 months. ${sourceText(past.points.at(-1)?.percentile_source ?? '')}`}
      days={days}
      from={firstMonth(days)}
      series={[{ name: 'Percentile', values: past.points.map(({ percentile }) => percentile) }]}
      max={100}
      threshold={past.threshold}
      unit="%"
    />
  );
}

type InspectionProps = {
  inspection: ScoredInspection;
  removed: Set<string>;
  onToggle: (violation: ExplainedViolation) => void;
};

function Inspection({ inspection, removed, onToggle }: InspectionProps) {
  const { report_number, report_state, date, time_weight, severity, points, is_capped, violations } =
    inspection;
  return (
    <>
      <p className="explained-head">
        <span>
          {day(date)} · {report_state} · <code>{report_number}</code>
        </span>
        <span className="quiet">
          {severity}
          {is_capped && ' (capped)'} × {time_weight} = {number(points)} points
        </span>
      </p>
      <ul>
        {violations.map((violation) => (
          <li key={violation.violation_id} className="violation">
            <label>
              <input
                type="checkbox"
                checked={!removed.has(violation.violation_id)}
                onChange={() => onToggle(violation)}
              />
              <span>
                <code>{violation.code}</code> {violation.description}
                {violation.out_of_service && <span className="badge badge-failed">Out of service</span>}
              </span>
            </label>
            <span className="quiet">
              {violation.severity_weight}
              {violation.oos_weight > 0 && ` + ${violation.oos_weight}`}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
