import type { Settings } from '../../config/settings.ts';
import type { DemoCredentials } from '../../demo/credentials-file.ts';
import { ensureDemo, resetDemo } from '../../demo/demo.ts';
import { openPasswords } from '../../domain/identity/passwords.ts';
import { systemClock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { type Command, json } from '../command.ts';
import { withDatabase } from '../with-database.ts';

export const demo: Command = {
  name: 'demo',
  audit: { action: 'demo.create' },
  summary: 'Show the credentials of the synthetic demo, or create the demo again (local mode only)',
  options: {
    reset: { type: 'boolean', meaning: 'delete the demo and create it again' },
    shell: { type: 'boolean', meaning: 'print shell variables: eval "$(npx milepost demo --shell)"' },
    json,
  },
  async run(context, values) {
    const { mode, dataDir } = context.settings;
    if (mode !== 'local') throw new AppError('operator', 'The demo exists in local mode only.');
    const passwords = await openPasswords(1);
    const credentials = await withDatabase(context, (database) =>
      (values.reset ? resetDemo : ensureDemo)({ database, passwords, dataDir, clock: systemClock }),
    );
    if (!credentials)
      throw new AppError('operator', 'The database does not contain the demo. --reset creates it.');
    if (values.json) return context.printJson(credentials);
    if (values.shell) return context.print(shellText(context.settings, credentials));
    context.print(
      `API key   ${credentials.api_key}\nEmail     ${credentials.email}\nPassword  ${credentials.password}`,
    );
  },
};

/** The values need no quotes: they contain no character that is special in a shell. */
function shellText({ http }: Settings, { api_key, email, password }: DemoCredentials): string {
  const url = http.publicUrl ?? `http://localhost:${http.port}`;
  return `URL=${url} KEY=${api_key} EMAIL=${email} PASSWORD=${password}`;
}
