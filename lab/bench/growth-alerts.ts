import { type Bench, pointOf, type Ratio } from './support/bench.ts';
import { measureIndex } from './support/large-index.ts';

export const bench: Bench = {
  about: 'matching one sighting as the number of alerts grows: time, and memory of the index in each worker',
  async run({ quick, sizes }) {
    const ratios: Ratio[] = [];
    for (const alerts of sizes ?? [1_000, 10_000, 100_000, 1_000_000]) {
      const { p50, p99, buildSeconds, megabytes } = measureIndex(alerts, quick ? 5_000 : 20_000);
      ratios.push(
        pointOf('alerts', alerts, 'match p50', p50, 'µs'),
        pointOf('alerts', alerts, 'match p99', p99, 'µs'),
        pointOf('alerts', alerts, 'index build', buildSeconds, 's'),
        pointOf('alerts', alerts, 'index memory', megabytes, 'MB'),
      );
    }
    return ratios;
  },
};
