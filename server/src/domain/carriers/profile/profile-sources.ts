import type { UnknownField } from '../../../contract/carrier.ts';
import type { ProfileSources, RateSource } from '../../../contract/scores.ts';
import { statement } from '../../../db/database.ts';
import { currentLoads } from '../../federal/loads.ts';
import { rateConfidence } from '../../safety/rate-confidence.ts';
import type { CarrierScores } from '../../safety/read-scores.ts';
import { ALSO_PUBLISHED, OWN_CALCULATION, PUBLISHED } from '../../safety/sms/describe-basic.ts';
import { readCrashRate } from '../records/crash-rate.ts';
import {
  type InspectionCounts,
  inspectedCounts,
  type SmsOutputs,
  smsOutputs,
} from '../records/inspections.ts';
import type { SectionRequest } from './section.ts';
import { type Loads, unknownFields } from './unknown-fields.ts';

const outputsOf = statement('profile.outputs', smsOutputs);

type Described = { sources: ProfileSources; unknown_fields: UnknownField[] };

/** Where the figures of a profile are from and of which day, and which of them are unknown. */
export async function readProfileSources(request: SectionRequest): Promise<Described> {
  const { db, usdotNumber, asOf, today } = request;
  const [scores, inspected, loaded, outputs, crashRate] = await Promise.all([
    request.scores(),
    request.inspected(),
    currentLoads(db),
    asOf === null ? db.row<SmsOutputs>(outputsOf, [usdotNumber]) : null,
    asOf === null ? readCrashRate(db, usdotNumber, asOf) : null,
  ]);
  const loads: Loads = new Map(loaded.map((load) => [load.dataset, load]));
  const isPublished = inspected.counts.inspections === 0 && outputs !== null;
  const { window_start, window_end } = inspected;
  return {
    sources: {
      day: today,
      scores: scoreSources(scores),
      iss: issSource(scores),
      rates: rateSources(inspectedCounts(inspected.counts, outputs), isPublished),
      crash_rate: {
        recordable_crash_rate: crashRate?.rate ?? null,
        source: crashRate?.source ?? '',
        day: crashRate?.day ?? null,
      },
      window: { start_date: window_start, end_date: window_end },
      files: loaded.map(({ dataset, as_of }) => ({ dataset, file_date: as_of })),
    },
    unknown_fields: unknownFields({ asOf, scores, loads, window_start, isPublished, crashRate }),
  };
}

function scoreSources({ run, published_on, basics, unknown }: CarrierScores): ProfileSources['scores'] {
  return {
    run,
    published_on,
    basics: basics.map((basic) => {
      const isKnown = unknown[basic.basic] === undefined;
      const { threshold, measure_source, percentile_source, is_ranked } = basic;
      return {
        ...{ basic: basic.basic, threshold, measure_source, percentile_source, is_ranked },
        relevant_inspections: isKnown ? basic.relevant_inspections : null,
        inspections_with_violation: isKnown ? basic.inspections_with_violation : null,
      };
    }),
  };
}

function issSource({ iss, inspections }: CarrierScores): ProfileSources['iss'] {
  return {
    source: OWN_CALCULATION,
    reason: iss?.reason ?? '',
    inspections,
    is_too_few: iss?.basis !== 'Safety',
  };
}

function rateSources(counts: InspectionCounts, isPublished: boolean): ProfileSources['rates'] {
  const rate = (outOfService: number, inspections: number, source: string): RateSource => ({
    inspections,
    ...rateConfidence(outOfService, inspections),
    source,
  });
  const source = isPublished ? PUBLISHED : ALSO_PUBLISHED;
  return {
    overall: isPublished
      ? { ...rate(0, 0, ''), inspections: counts.inspections }
      : rate(counts.any_oos, counts.inspections, OWN_CALCULATION),
    driver: rate(counts.driver_oos, counts.driver, source),
    vehicle: rate(counts.vehicle_oos, counts.vehicle, source),
    hazmat: isPublished
      ? { ...rate(0, 0, ''), inspections: null }
      : rate(counts.hazmat_oos, counts.hazmat, ALSO_PUBLISHED),
  };
}
