/** What tells one truck from the next at the same place; empty where it was not read. */
export type TruckMarks = {
  plate: string;
  /** As read and weighed, never inferred: a fleet's number on another truck would merge the two. */
  readUsdotNumber: number;
  vin: string;
  cabNumber: string;
  trailerNumber: string;
};

const SHORTEST_TRAILER_NUMBER = 4;

/** Whether two pictures of one minute at one place show the same truck: same plate, or same number and nothing against it. */
export function isSameTruck(a: TruckMarks, b: TruckMarks): boolean {
  if (a.plate !== '' && a.plate === b.plate) return true;
  if (contradict(a, b)) return false;
  if (a.readUsdotNumber !== 0 && a.readUsdotNumber === b.readUsdotNumber) return true;
  if (a.vin !== '' && b.vin !== '' && sameEnd(a.vin, b.vin)) return true;
  return a.trailerNumber.length >= SHORTEST_TRAILER_NUMBER && a.trailerNumber === b.trailerNumber;
}

/** Two trucks of one fleet in a row have the same number, but not the same plate, cab number or VIN. */
function contradict(a: TruckMarks, b: TruckMarks): boolean {
  const numbers =
    a.readUsdotNumber !== 0 && b.readUsdotNumber !== 0 && a.readUsdotNumber !== b.readUsdotNumber;
  const vins = a.vin !== '' && b.vin !== '' && !sameEnd(a.vin, b.vin);
  return numbers || vins || differ(likeness(a.plate), likeness(b.plate)) || differ(a.cabNumber, b.cabNumber);
}

function differ(a: string, b: string): boolean {
  return a !== '' && b !== '' && a !== b;
}

/** Characters that cameras take for each other become one; a fleet's next plate differs in others. */
function likeness(plate: string): string {
  return plate
    .replace(/[ODQ]/g, '0')
    .replace(/[IL]/g, '1')
    .replace(/B/g, '8')
    .replace(/S/g, '5')
    .replace(/Z/g, '2');
}

function sameEnd(a: string, b: string): boolean {
  return a.endsWith(b) || b.endsWith(a);
}
