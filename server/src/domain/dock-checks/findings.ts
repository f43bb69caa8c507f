import type { DockFinding } from '../../contract/brokers/dock-check.ts';
import type { DoorFacts } from './dock-check.ts';

type Outcome = DockFinding['outcome'];

/** What a person compares: number, name, MC number, vehicle. */
export function findingsOf(facts: DoorFacts): DockFinding[] {
  return [numberFinding(facts), nameFinding(facts), docketFinding(facts), ...vehicleFinding(facts)];
}

function numberFinding({ booked, read, usdot, holder }: DoorFacts): DockFinding {
  const isOwn = read.value === String(booked.usdot_number);
  const isCertain = usdot.score === 'High' && usdot.value === read.value;
  const score = isOwn && usdot.value === read.value ? usdot.score : read.score;
  const outcome = isOwn ? (isCertain ? 'agrees' : 'unsure') : doubted(score);
  return {
    ...{ field: 'usdot_number', read: read.value, score },
    outcome: read.value === '' ? 'not_read' : outcome,
    of: isOwn || holder === null ? null : String(holder.usdot_number),
  };
}

function nameFinding({ names, ownName, nameHolders }: DoorFacts): DockFinding {
  const shown = [...names.similar, ...names.others];
  const isOwn = names.own.length > 0;
  const [holder] = nameHolders.flatMap(({ holders }) => holders);
  let outcome: Outcome = shown.length > 0 ? 'contradicts' : 'not_read';
  if (isOwn) outcome = names.others.length > 0 ? 'unsure' : 'agrees';
  else if (names.similar.length > 0) outcome = 'unsure';
  const isSure = isOwn || shown.every((name) => name.isSure);
  return {
    field: 'name',
    read: isOwn ? ownName : shown.map(({ text }) => text).join(', '),
    score: outcome === 'not_read' ? 'N/A' : isSure ? 'High' : 'Medium',
    outcome,
    of: holder ? String(holder.usdot_number) : null,
  };
}

function docketFinding({ booked, mc, docketHolders }: DoorFacts): DockFinding {
  const isOwn = docketHolders.includes(booked.usdot_number) || booked.dockets.includes(mc.value);
  const [holder] = docketHolders;
  const isRead = mc.value !== '';
  return {
    ...{ field: 'mc_number', read: isRead ? `${mc.docket} ${mc.value}` : '', score: mc.score },
    outcome: !isRead ? 'not_read' : isOwn ? 'agrees' : doubted(mc.score),
    of: isOwn || holder === undefined ? null : String(holder),
  };
}

function vehicleFinding({ booked, vehicle }: DoorFacts): DockFinding[] {
  if (vehicle === null) return [];
  const isOwn = vehicle.usdot_number === booked.usdot_number;
  const of = isOwn ? null : String(vehicle.usdot_number);
  return [
    { field: 'vehicle', read: vehicle.value, score: 'High', outcome: isOwn ? 'agrees' : 'contradicts', of },
  ];
}

const doubted = (score: DockFinding['score']): Outcome => (score === 'High' ? 'contradicts' : 'unsure');
