import { openBlobs } from '../../adapters/blobs/open-blobs.ts';
import { loadSecrets } from '../../config/secret-file.ts';
import type { Settings } from '../../config/settings.ts';
import type { DemoCredentials } from '../../demo/credentials-file.ts';
import { ensureDemo, resetDemo } from '../../demo/demo.ts';
import { openPasswords } from '../../domain/identity/password-hashing.ts';
import { closing } from '../../lib/async/closing.ts';
import { sealing } from '../../lib/bytes/sealing.ts';
import { systemClock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import type { Command, Context, Values } from '../command.ts';
import { flag, json } from '../options.ts';
import { withDatabase } from '../with-database.ts';

export const demo: Command = {
  name: 'demo',
  audit: { action: 'demo.create' },
  summary: 'Show the credentials of the synthetic demo, or create the demo again (local mode only)',
  options: {
    reset: flag('delete the demo and create it again'),
    shell: flag('print shell variables: eval "$(npx milepost demo --shell)"'),
    json,
  },
  async run(context, values) {
    const { mode, dataDir } = context.settings;
    if (mode !== 'local') throw new AppError('operator', 'The demo exists in local mode only.');
    const passwords = await openPasswords(1);
    await using blobs = closing(await openBlobs(context.settings.blobs, dataDir));
    const { SECRET_KEY } = await loadSecrets(context.settings);
    const parts = { passwords, blobs, sealing: sealing(SECRET_KEY), dataDir, clock: systemClock };
    const credentials = await withDatabase(context, (database) =>
      (values.reset ? resetDemo : ensureDemo)({ database, ...parts }),
    );
    print(context, values, credentials);
  },
};

function print(context: Context, values: Values, credentials: DemoCredentials | null): void {
  if (!credentials) throw new AppError('operator', 'The demo is not loaded. Run milepost demo --reset.');
  const { api_key, email, password } = credentials;
  if (values.json) context.printJson(credentials);
  else if (values.shell) context.print(shellText(context.settings, credentials));
  else context.print(`API key   ${api_key}\nEmail     ${email}\nPassword  ${password}`);
}

/** The values need no quotes: they contain no character that is special in a shell. */
function shellText({ http }: Settings, { api_key, email, password }: DemoCredentials): string {
  const url = http.publicUrl ?? `http://localhost:${http.port}`;
  return `URL=${url} KEY=${api_key} EMAIL=${email} PASSWORD=${password}`;
}
