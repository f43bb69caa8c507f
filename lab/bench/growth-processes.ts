import { runPipeline } from './pipeline.ts';
import { type Bench, pointOf, type Ratio } from './support/bench.ts';

export const bench: Bench = {
  about:
    'the whole pipeline with 1 to 4 work processes on one machine (--sizes: numbers of processes, --seconds for each)',
  async run({ quick, seconds, sizes }) {
    const ratios: Ratio[] = [];
    for (const processes of sizes ?? [1, 2, 3, 4]) {
      const figures = await runPipeline(seconds ?? (quick ? 15 : 60), processes);
      const figureOf = (name: string) => figures.find((figure) => figure.name === name)?.value ?? 0;
      ratios.push(
        pointOf(
          'work processes',
          processes,
          'images',
          figureOf('accepted, recorded and matched'),
          'images/s',
        ),
        pointOf('work processes', processes, 'connections', figureOf('connections, most'), 'connections'),
      );
    }
    return ratios;
  },
};
