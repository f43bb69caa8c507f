import type { Ratio } from '../support/bench.ts';

/** The cells of a result: name, ours, peer, unit, figure, goal, and a note about the goal. */
export function figureRow(ratio: Ratio, quick: boolean): (string | number)[] {
  const { name, ours, peer, measuredIn, value, goal, unit, better } = ratio;
  const target = goal === null ? '' : `${better === 'higher' ? '≥' : '≤'} ${goal}`;
  const theirs = peer === null ? '' : rounded(peer);
  return [
    name,
    rounded(ours),
    theirs,
    measuredIn,
    `${rounded(value)} ${unit}`,
    target,
    goalNote(ratio, quick),
  ];
}

export function isGoalMet({ value, goal, better }: Ratio): boolean {
  return goal === null || (better === 'higher' ? value >= goal : value <= goal);
}

function goalNote(ratio: Ratio, quick: boolean): string {
  if (quick && ratio.isFullSizeGoal) return 'full size only';
  return isGoalMet(ratio) ? '' : 'missed';
}

export function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
