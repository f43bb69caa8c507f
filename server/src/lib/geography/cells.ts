/** SQL of the cell of half a degree of a row, as in the index observations_by_cell. */
export const cellSql = (row: string) =>
  `((floor(${row}.latitude * 2)::integer + 180) * 720 + floor(${row}.longitude * 2)::integer + 360)`;
const CELLS_PER_DEGREE = 2;
const ROW = 720;
const MAX_CELLS = 400;
const MILES_PER_DEGREE = 69;

export type Box = { south: number; north: number; west: number; east: number };

/** What the circle touches. Degrees of longitude get shorter towards the poles. */
export function boxAround(latitude: number, longitude: number, miles: number): Box {
  const height = (miles / MILES_PER_DEGREE) * 1.01;
  const shortest = Math.cos((Math.min(Math.abs(latitude) + height, 89.9) * Math.PI) / 180);
  const width = Math.min(180, height / shortest);
  return {
    south: latitude - height,
    north: latitude + height,
    west: longitude - width,
    east: longitude + width,
  };
}

const cell = (degrees: number) => Math.floor(degrees * CELLS_PER_DEGREE);
const count = ({ south, north, west, east }: Box) =>
  (cell(north) - cell(south) + 1) * (cell(east) - cell(west) + 1);

/** The cells of a box; null when they are so many that they exclude little. */
export function cellsOf(box: Box): number[] | null {
  return count(box) > MAX_CELLS ? null : allCellsOf(box);
}

export function allCellsOf({ south, north, west, east }: Box): number[] {
  const cells = new Set<number>();
  for (let row = cell(south); row <= cell(north); row++)
    for (let column = cell(west); column <= cell(east); column++)
      cells.add((row + 180) * ROW + ((((column + 360) % ROW) + ROW) % ROW));
  return [...cells];
}
