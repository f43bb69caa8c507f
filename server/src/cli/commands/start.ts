import type { Filling, Parts, Service } from '../../app/start-service.ts';
import type { Settings } from '../../config/settings.ts';
import type { DemoCredentials } from '../../demo/credentials-file.ts';
import { analyzeDemo, ensureDemo, prepareDemo } from '../../demo/demo.ts';
import { hasDemoLoads } from '../../domain/federal/loads.ts';
import { systemClock } from '../../lib/clock.ts';
import { messageOf } from '../../lib/errors.ts';
import type { Command, Context } from '../command.ts';

/** A terminal sends Ctrl-C to the whole process group, and npm forwards it again: both arrive within this time. */
const SAME_SIGNAL_MS = 500;
/** A start that failed ends by then, even if a part of the service does not stop. */
const FAILED_START_MS = 15_000;

const service = (name: string, summary: string, parts: Parts): Command => ({
  name,
  audit: { none: 'The service records its own requests.' },
  summary,
  options: {},
  run: (context) => runUntilStopped(context, parts),
});

export const start = service(
  'start',
  'Run the API and the workers in one process; in local mode, fill an empty database with the demo',
  { api: true, work: true },
);
export const serve = service('serve', 'Run only the API', { api: true, work: false });
export const work = service('work', 'Run only the workers', { api: false, work: true });

async function runUntilStopped(context: Context, parts: Parts): Promise<void> {
  const { settings, log } = context;
  const isLocal = settings.mode === 'local';
  const stopSignal = waitForStopSignal();
  const stopping = new AbortController();
  void stopSignal.then(() => stopping.abort());
  // Imported here because the other commands do not need the HTTP server and start twice as fast without it.
  const { startService } = await import('../../app/start-service.ts');
  // In local mode, the banner is the first output.
  if (isLocal && log.isLevelEnabled('info')) log.level = 'warn';
  const demo = parts.api && parts.work && isLocal ? fillWithDemo(settings.dataDir) : null;
  const service = await startService(settings, parts, log, {
    filling: demo?.filling,
    signal: stopping.signal,
  }).catch(failedStart);
  try {
    const isSynthetic = await hasDemoLoads(service.database);
    context.print(banner(settings, service, demo?.credentials() ?? null, isSynthetic));
    log.level = settings.logLevel;
    if (demo?.credentials())
      analyzeDemo(service.database).catch((error) =>
        log.warn({ error: messageOf(error) }, 'the statistics of the demo could not be collected'),
      );
    const signal = await stopSignal;
    log.info({ signal }, 'stopping');
  } finally {
    await service.stop();
  }
  log.info('stopped');
}

function fillWithDemo(dataDir: string): { filling: Filling; credentials(): DemoCredentials | null } {
  let preparing: ReturnType<typeof prepareDemo> | undefined;
  let credentials: DemoCredentials | null = null;
  const filling: Filling = {
    prepare(database) {
      preparing = prepareDemo({ database, clock: systemClock });
      // `fill` reports the error.
      preparing.catch(() => undefined);
    },
    async fill(parts) {
      credentials = await ensureDemo({ ...parts, dataDir, clock: systemClock }, preparing);
    },
  };
  return { filling, credentials: () => credentials };
}

/** The caller stops what was started. A part that hangs must not keep the process, and with it its health checks, alive. */
function failedStart(error: unknown): never {
  setTimeout(() => process.exit(1), FAILED_START_MS).unref();
  throw error;
}

/** Resolves at the first SIGINT or SIGTERM. The next one exits at once. */
function waitForStopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstAt: number | null = null;
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      process.on(name, () => {
        if (firstAt !== null && performance.now() - firstAt > SAME_SIGNAL_MS) process.exit(1);
        firstAt ??= performance.now();
        resolve(name);
      });
    }
  });
}

function banner(
  settings: Settings,
  service: Service,
  demo: DemoCredentials | null,
  isSynthetic: boolean,
): string {
  const lines = [`Milepost is running in ${settings.mode} mode. Database: ${service.databaseAt}`];
  if (service.address === null) {
    const at = service.operationsAddress;
    const health = at === null ? [] : [`Health and metrics: ${at}`];
    return [...lines, 'This process runs only the workers.', ...health].join('\n');
  }
  const url = settings.http.publicUrl ?? `http://localhost:${new URL(service.address).port}`;
  lines.push('', `  API       ${url}`, `  Docs      ${url}/docs`, `  Console   ${url}/console`);
  if (demo === null) {
    if (settings.mode === 'local') lines.push('', 'The demo is not loaded. Run milepost demo --reset.');
    return [...lines, ''].join('\n');
  }
  const body = JSON.stringify({ email: demo.email, password: demo.password });
  return [
    ...lines,
    `  API key   ${demo.api_key}`,
    `  Email     ${demo.email}`,
    `  Password  ${demo.password}`,
    '',
    `${isSynthetic ? 'All federal data is synthetic. ' : ''}To get an access token:`,
    '',
    `  curl -s ${url}/auth/token -H 'x-api-key: ${demo.api_key}' -H 'Content-Type: application/json' -d '${body}'`,
    '',
    'Press Ctrl-C to stop.',
    '',
  ].join('\n');
}
