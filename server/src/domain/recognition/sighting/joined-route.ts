const DIRECTIONS = new Map(
  ['NORTH', 'SOUTH', 'EAST', 'WEST'].flatMap((word) => {
    const short = `${word[0]}B`;
    return [word.charAt(0), short, word, `${word}BOUND`, `${word} BOUND`].map(
      (form) => [form, short] as const,
    );
  }),
);
/** At the end of a route. Not the plain letters and words: `I-35 W` and `LOOP 610 WEST` are names of roads. */
const DIRECTION_OF_ROUTE = /[\s,(-]+((?:[NSEW][/.-]?B|(?:NORTH|SOUTH|EAST|WEST)[\s-]?BOUND)\.?)\)?$/i;

/**
 * Route and direction of travel as one text: `I-40` and `Westbound` become `I-40 WB`. The direction takes precedence over
 * one in the route. Other words for it are added as they are.
 */
export function joinedRoute(route: string, trafficDirection: string): string {
  const road = plain(route);
  const ofRoute = DIRECTION_OF_ROUTE.exec(road);
  const bare = ofRoute ? road.slice(0, ofRoute.index) : road;
  const given = compass(trafficDirection);
  const direction = given ?? compass(ofRoute?.[1] ?? '') ?? '';
  const other = given === undefined ? plain(trafficDirection) : '';
  const words = new Set(bare.toUpperCase().split(' '));
  return [bare, ...[direction, other].filter((one) => !words.has(one.toUpperCase()))]
    .filter(Boolean)
    .join(' ');
}

function compass(direction: string): string | undefined {
  const key = plain(direction.replace(/-/g, ' ')).toUpperCase().replace(/\.$/, '');
  return DIRECTIONS.get(key.replace(/^([NSEW])[/. ]B$/, '$1B'));
}

const plain = (text: string) => text.trim().replace(/\s+/g, ' ');
