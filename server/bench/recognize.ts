import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { openOcrEngine } from '../src/adapters/ocr/engine/ocr-engine.ts';
import { type Bench, median, type Ratio } from './support/bench.ts';
import { type EngineName, engineNames, engineThread } from './support/engine-thread.ts';
import type { ReadingLoad } from './support/reading-load.ts';
import { doorCrops, type Scene, scenes } from './support/reading-scenes.ts';
import type { Engine } from './support/text-engines.ts';

type Measured = { cpuMs: number; right: number; of: number };

/** CPU of this process over all its threads, so a worker thread or an inner pool hides nothing. */
async function cpuOf(engine: Engine, scene: Scene): Promise<{ cpuMs: number; isRight: boolean }> {
  const before = process.cpuUsage();
  const texts = await engine.texts(scene.picture);
  const { user, system } = process.cpuUsage(before);
  const isRight = texts.some((text) => text.replace(/[^0-9]/g, '').endsWith(scene.usdot));
  return { cpuMs: (user + system) / 1_000, isRight };
}

/** Each picture by every engine in turn, so that a noisy machine disturbs all alike. */
async function measure(engines: Record<string, Engine>, set: Scene[]): Promise<Record<string, Measured>> {
  const costs = new Map(Object.keys(engines).map((name) => [name, { cpu: [] as number[], right: 0 }]));
  for (const engine of Object.values(engines)) await engine.texts((set[0] as Scene).picture);
  for (const scene of set) {
    for (const [name, engine] of Object.entries(engines)) {
      const { cpuMs, isRight } = await cpuOf(engine, scene);
      const cost = costs.get(name);
      cost?.cpu.push(cpuMs);
      if (cost && isRight) cost.right++;
    }
  }
  const rows = [...costs].map(([name, { cpu, right }]) => [
    name,
    { cpuMs: median(cpu), right, of: set.length },
  ]);
  return Object.fromEntries(rows);
}

type Comparison = { what: string; goal: number | null; ours: Measured; peer: Measured };

function rows({ what, goal, ours, peer }: Comparison): Ratio[] {
  const [value, of] = [peer.cpuMs / ours.cpuMs, ours.of];
  const cost: Ratio = {
    name: what,
    ours: ours.cpuMs,
    peer: peer.cpuMs,
    measuredIn: 'CPU ms',
    value,
    goal,
    unit: 'x',
    better: 'higher',
  };
  const exact = {
    ours: ours.right,
    peer: peer.right,
    measuredIn: `of ${of}`,
    value: ours.right - peer.right,
  };
  return [cost, { name: '  USDOT numbers read', ...exact, goal: 0, unit: 'more', better: 'higher' }];
}

async function compare(quick: boolean): Promise<Ratio[]> {
  const whole = await scenes(quick ? 4 : 30);
  const crops = await doorCrops(await openOcrEngine(), whole);
  const opened = engineNames.map(async (name) => [name, await engineThread(name)] as const);
  const engines = Object.fromEntries(await Promise.all(opened)) as Record<EngineName, Engine>;
  try {
    const [crop, all] = [await measure(engines, crops), await measure(engines, whole)];
    const figures = (of: Record<string, Measured>, what: string, goal: number | null) => {
      const { both, one, english, same, tesseract } = of as Record<EngineName, Measured>;
      return [
        {
          what: `${what}, one reader, against ppu-paddle-ocr (English weights)`,
          goal,
          ours: one,
          peer: english,
        },
        {
          what: `${what}, one reader, against ppu-paddle-ocr (our weights)`,
          goal: null,
          ours: one,
          peer: same,
        },
        {
          what: `${what}, both readers, against ppu-paddle-ocr (English weights)`,
          goal: null,
          ours: both,
          peer: english,
        },
        { what: `${what}, one reader, against tesseract.js`, goal: null, ours: one, peer: tesseract },
      ].flatMap(rows);
    };
    return [...figures(crop, 'crop', 2.5), ...figures(all, 'whole', null)];
  } finally {
    for (const engine of Object.values(engines)) await engine.close();
  }
}

function load(pictures: number): Ratio[] {
  const script = join(import.meta.dirname, 'support/reading-load.ts');
  const output = execFileSync(process.execPath, [script, String(pictures)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { threads, mbPerThread, lagMs, worstLagMs }: ReadingLoad = JSON.parse(output.toString());
  const row = (name: string, value: number, goal: number | null, unit: string): Ratio => ({
    ...{ name, ours: value, peer: null, measuredIn: unit, value, goal, unit, better: 'lower' },
  });
  return [
    row(`memory of each of ${threads} reading threads`, mbPerThread, 500, 'MB'),
    row('lag of the main thread while all read, 99 of 100', lagMs, 10, 'ms'),
    row('  the worst of them', worstLagMs, null, 'ms'),
  ];
}

export const bench: Bench = {
  about:
    'CPU for one door crop and one whole picture of scenes generated in the run, every engine on one thread; ppu-paddle-ocr would download its newest weights, so it reads with those that come out of npm',
  async run({ quick }) {
    return [...load(quick ? 6 : 40), ...(await compare(quick))];
  },
};
