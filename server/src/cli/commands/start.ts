import type { Parts } from '../../app.ts';
import { ensureDemo } from '../../demo/demo.ts';
import { systemClock } from '../../lib/clock.ts';
import { banner } from '../banner.ts';
import type { Command, Context } from '../command.ts';

export const start: Command = {
  name: 'start',
  summary: 'Run everything in one process: database, API, workers (and the demo on an empty database)',
  options: {},
  run: (context) => runUntilStopped(context, { api: true, work: true }),
};

export const serve: Command = {
  name: 'serve',
  summary: 'Run the API only',
  options: {},
  run: (context) => runUntilStopped(context, { api: true, work: false }),
};

export const work: Command = {
  name: 'work',
  summary: 'Run the workers only',
  options: {},
  run: (context) => runUntilStopped(context, { api: false, work: true }),
};

async function runUntilStopped(context: Context, parts: Parts): Promise<void> {
  const { settings, log } = context;
  const asked = stopAsked();
  // Loaded only here: the other commands need no HTTP server and start in half the time.
  const { startService } = await import('../../app.ts');
  const service = await startService(settings, parts, log);
  const whole = parts.api && parts.work && settings.mode === 'local';
  const demo = whole
    ? await ensureDemo({
        database: service.database,
        passwords: service.tokens.passwords,
        dataDir: settings.dataDir,
        clock: systemClock,
      })
    : null;
  context.print(banner(settings, service, demo));
  const signal = await asked;
  log.info({ signal }, 'stopping');
  await service.stop();
  log.info('stopped');
}

/** The first signal asks for an orderly stop; a second one does not wait for it. */
function stopAsked(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      process.once(name, () => {
        process.once(name, () => process.exit(1));
        resolve(name);
      });
    }
  });
}
