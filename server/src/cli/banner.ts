import type { Service } from '../app.ts';
import type { Settings } from '../config/settings.ts';
import type { DemoCredentials } from '../demo/credentials-file.ts';

/** What a person needs first, after a start. */
export function banner(settings: Settings, service: Service, demo: DemoCredentials | null): string {
  const lines = [`Milepost is running in ${settings.mode} mode. Database: ${service.databaseAt}`];
  if (service.address === null) return [...lines, 'Workers only: no address.'].join('\n');
  const url = settings.http.publicUrl ?? `http://localhost:${new URL(service.address).port}`;
  lines.push('', `  API       ${url}`, `  Docs      ${url}/docs`, `  Console   ${url}/console`);
  if (demo === null) {
    if (settings.mode === 'local') lines.push('', 'No demo here; milepost demo --reset makes one.');
    return [...lines, ''].join('\n');
  }
  const body = JSON.stringify({ email: demo.email, password: demo.password });
  return [
    ...lines,
    `  API key   ${demo.api_key}`,
    `  Email     ${demo.email}`,
    `  Password  ${demo.password}`,
    '',
    'All data is synthetic. Try:',
    '',
    `  curl -s ${url}/auth/token -H 'x-api-key: ${demo.api_key}' -H 'Content-Type: application/json' -d '${body}'`,
    '',
    'Ctrl-C stops it.',
    '',
  ].join('\n');
}
