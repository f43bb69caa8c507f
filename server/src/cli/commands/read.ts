import { readFile, writeFile } from 'node:fs/promises';
import { drawLines } from '../../adapters/ocr/draw-lines.ts';
import { openRecognizer } from '../../adapters/ocr/open-recognizer.ts';
import { describeReadings } from '../../domain/recognition/describe.ts';
import { readFields } from '../../domain/recognition/readings/read-fields.ts';
import type { Box, ImageReading, Recognizer } from '../../domain/recognition/recognizer.ts';
import { closing } from '../../lib/async/closing.ts';
import { AppError, codeOf, messageOf, operatorError } from '../../lib/errors.ts';
import { textTable } from '../../lib/text-table.ts';
import type { Command, Context } from '../command.ts';
import { json, option, text } from '../options.ts';

export const read: Command = {
  name: 'read',
  audit: { none: 'Needs no database.' },
  summary: 'Read local images and show the text and fields found; needs no database',
  operands: '<images…>',
  options: {
    box: option('xmin,ymin,xmax,ymax', 'part of the image to read, in pixels or as fractions of 1'),
    logos: option('name,name…', 'trailer logos to look for'),
    draw: option('out.png', 'write the image with a box around every line'),
    json,
  },
  async run(context, values, files) {
    if (files.length === 0) throw operatorError('Specify one or more images.');
    const draw = text(values, 'draw');
    if (draw !== undefined && files.length > 1) throw operatorError('--draw accepts one image at a time.');
    const options = {
      box: boxOf(text(values, 'box')),
      logos: (text(values, 'logos') ?? '')
        .toLowerCase()
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean),
      draw,
    };
    await using recognizer = closing(openRecognizer(context.settings, context.log));
    // All images are read concurrently and shown in the order of the arguments.
    const jobs = files.map((file) => readOne(recognizer, file, options));
    await show(context, values.json === true, files, jobs);
  },
};

type Options = { box: Box | null; logos: string[]; draw: string | undefined };
type Outcome =
  | { reading: ImageReading; described: ReturnType<typeof describeReadings> }
  | { problem: string };

async function readOne(
  recognizer: Recognizer,
  file: string,
  { box, logos, draw }: Options,
): Promise<Outcome> {
  try {
    const image = await readFile(file);
    const reading = await recognizer.read({ image, box });
    if (draw !== undefined) await writeFile(draw, await drawLines(image, reading));
    return { reading, described: describeReadings({ ...reading, fields: readFields(reading, { logos }) }) };
  } catch (error) {
    return { problem: problemText(error) };
  }
}

function problemText(error: unknown): string {
  const code = codeOf(error);
  if (error instanceof AppError) return error.message;
  if (code === 'ENOENT') return 'File not found.';
  if (code === 'EISDIR') return 'This is a folder, not an image.';
  if (code === 'EACCES') return 'Permission denied.';
  return messageOf(error);
}

async function show(
  context: Context,
  asJson: boolean,
  files: string[],
  jobs: Promise<Outcome>[],
): Promise<void> {
  const results: object[] = [];
  for (const [i, job] of jobs.entries()) {
    const file = files[i] ?? '';
    const outcome = await job;
    if ('problem' in outcome) {
      context.fail();
      context.printError(`${file}: ${outcome.problem}`);
      results.push({ file, problem: outcome.problem });
    } else {
      results.push({ file, ...outcome.described });
      if (!asJson) printReading(context, file, outcome);
    }
  }
  if (asJson) context.printJson({ images: results });
}

function printReading(
  { print }: Context,
  file: string,
  { reading, described }: Exclude<Outcome, { problem: string }>,
) {
  print(`${file}: ${reading.width} × ${reading.height}, ${reading.isWhole ? 'whole image' : 'box'} read`);
  if (reading.lines.length === 0) return print('  no text found\n');
  const lines = reading.lines.map(({ text, confidence, second, quad }, i) => [
    i + 1,
    text,
    confidence.toFixed(2),
    second?.text ?? '',
    second?.confidence.toFixed(2) ?? '',
    quad[0].map(Math.round).join(','),
  ]);
  print(textTable(['#', 'text', 'confidence', 'second reader', 'confidence', 'position'], lines));
  const fields = described.fields.map(({ field, value, score, lines }) => [
    field,
    value,
    score,
    lines.map((n) => n + 1).join(' '),
  ]);
  if (fields.length > 0) print(`\n${textTable(['field', 'value', 'score', 'lines'], fields)}`);
  print('');
}

function boxOf(option: string | undefined): Box | null {
  if (option === undefined) return null;
  const [xmin = Number.NaN, ymin = Number.NaN, xmax = Number.NaN, ymax = Number.NaN, ...more] = option
    .split(',')
    .map(Number);
  const isBox = more.length === 0 && xmin >= 0 && ymin >= 0 && xmax > xmin && ymax > ymin;
  if (!isBox) throw operatorError('--box must be four numbers xmin,ymin,xmax,ymax, such as 120,80,900,640.');
  return { xmin, ymin, xmax, ymax };
}
