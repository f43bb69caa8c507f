/** The API and the workers in one process whose clock is wrong. Argument: by how many ms. Sends its address to its parent. */
const shiftMs = Number(process.argv[2]);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...given: unknown[]) {
    super(...((given.length === 0 ? [RealDate.now() + shiftMs] : given) as [number]));
  }

  static override now(): number {
    return RealDate.now() + shiftMs;
  }
} as DateConstructor;

// Imported when the clock is already wrong.
const { readEnv } = await import('../../src/config/env.ts');
const { decideSettings } = await import('../../src/config/settings.ts');
const { startService } = await import('../../src/app/start-service.ts');
const { createLog } = await import('../../src/lib/log.ts');

const settings = decideSettings(readEnv(process.env));
const service = await startService(settings, { api: true, work: true }, createLog(settings.logLevel));
process.send?.(service.address);
process.once('disconnect', () => service.stop().then(() => process.exit()));
