import { correctedFields } from '../labels/label.ts';
import type { CarrierNumber } from '../readings/reading.ts';
import { type Explanation, unlessEmpty } from './compose-sighting.ts';
import { mergeViews, type View } from './view.ts';

/** What a sighting was decided from, as the API shows it: the readings of its images, and why. */
export function sightingEvidence(views: readonly View[], explanation: Explanation) {
  const fields = mergeViews(views);
  const { alpr_plate_number: plate, usdot_number: usdot } = fields;
  const { outcome, witnesses = [], carrier_name = null, rows, conflicts, imputed = [] } = explanation;
  return {
    lines: views.flatMap(({ imageId, read }) => read.lines.map((line) => ({ ...line, image_id: imageId }))),
    views: views.map(({ imageId, time_captured, read }) => ({
      image_id: imageId,
      shows: read.fields.view,
      time_captured: time_captured.toISOString(),
    })),
    usdot_number: { read: usdot.value, outcome, witnesses, carrier_name, others: othersOnDoor(usdot), rows },
    conflicts,
    plates: platesOf(views),
    plate_confidence: plate.confidence,
    plate_state_score: plate.stateScore,
    plate_read: plate.own,
    plate_agreement: plate.agreement,
    placards: fields.placards.map(({ value }) => value),
    permits: fields.permits.map(({ kind, value }) => ({ kind, value })),
    corrected: unlessEmpty(correctedFields(fields)),
    containers: unlessEmpty(fields.containers.map(({ value }) => value)),
    chassis: unlessEmpty(fields.chassis.map(({ value }) => value)),
    imputed,
  };
}

/** A typed number replaces all numbers that were read. */
function othersOnDoor({ others = [], isCorrected }: CarrierNumber): string[] | undefined {
  return isCorrected ? undefined : unlessEmpty(others);
}

/** The plates of all images, the chosen ones first. */
function platesOf(views: readonly View[]): string[] {
  const chosen = views.map(({ read }) => read.fields.alpr_plate_number.value);
  const others = views.flatMap(({ read }) => read.fields.alpr_plate_number.others ?? []);
  return [...new Set([...chosen, ...others])].filter((plate) => plate !== '');
}
