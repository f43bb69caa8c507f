import {
  type DemoImage,
  drawDemoImage,
  namedImages,
  openReader,
  passageImages,
  type ReadImage,
} from './demo-images.ts';

type Drawn = { read: ReadImage; image: Buffer };

/**
 * Draws all images and reads them as the product does. Images on which a number is read wrongly and not at Low are left out,
 * with their passage: the demo shows what happened, and the accuracy measurements show the errors.
 */
export async function drawReadable(): Promise<Drawn[]> {
  const readImage = await openReader();
  const drawn: Drawn[] = [];
  const draw = async (image: DemoImage): Promise<boolean> => {
    const bytes = await drawDemoImage(image);
    const read = await readImage(image, bytes);
    const wrong = wrongFields(image, read);
    const isNeeded = /^(stolen|truck|cab|rear)\b/.test(image.name);
    if (isNeeded && (wrong.length > 0 || !showsItself(image, read)))
      throw new Error(`${image.name} is not read as it should be: ${describe(read)}`);
    if (wrong.length === 0) drawn.push({ read, image: bytes });
    else console.log(`${image.name} is left out: ${wrong.join(', ')} in ${describe(read)}`);
    return wrong.length === 0;
  };
  for (const image of namedImages) await draw(image);
  for (const { image } of passageImages()) await draw(image);
  return drawn;
}

const NUMBERS = ['usdot_number', 'cab_number', 'equipment_number'] as const;
type NumberName = (typeof NUMBERS)[number];

const describe = ({ read }: ReadImage): string =>
  NUMBERS.map((name) => `${name} ${readOn(read, name).join(' ')}`).join(', ');

function readOn({ fields }: ReadImage['read'], name: NumberName): [value: string, score: string] {
  const { value, score } = fields[name];
  return [value, score];
}

function wrongFields({ rig }: DemoImage, { read }: ReadImage): string[] {
  const shown = { usdot_number: rig.usdot, cab_number: rig.cabNumber, equipment_number: rig.trailerNumber };
  return NUMBERS.flatMap((name) => {
    const expected = shown[name];
    const [value, score] = readOn(read, name);
    return value === '' || value === expected || score === 'Low' ? [] : name;
  });
}

/** The number of the carrier on a door, and that of the trailer on its doors. */
function showsItself({ sight, rig }: DemoImage, { read }: ReadImage): boolean {
  if (sight === 'quarter') return readOn(read, 'usdot_number').join(' ') === `${rig.usdot} High`;
  return readOn(read, 'equipment_number')[0] === rig.trailerNumber;
}
