const DIRECTIONS: Record<string, string> = {};
for (const [letter, word] of [
  ['N', 'NORTH'],
  ['S', 'SOUTH'],
  ['E', 'EAST'],
  ['W', 'WEST'],
] as const) {
  for (const form of [letter, `${letter}B`, word, `${word}BOUND`, `${word} BOUND`])
    DIRECTIONS[form] = `${letter}B`;
}

/** Route and direction of travel as one text: `I-40` and `Westbound` are `I-40 WB`. Other directions stay as they are. */
export function joinedRoute(route: string, trafficDirection: string): string {
  const given = trafficDirection.trim().replace(/[\s-]+/g, ' ');
  const direction = DIRECTIONS[given.toUpperCase().replace(/\.$/, '')] ?? given;
  const road = route.trim().replace(/\s+/g, ' ');
  const isThere = road.toUpperCase().split(' ').includes(direction.toUpperCase());
  return isThere ? road : `${road} ${direction}`.trim();
}
