import type { BrowserContext } from 'playwright-core';

export type Login = { email: string; password: string };

/** Who looks at a page. Visitors are not signed in. */
export type Person = 'customer' | 'operator' | 'newcomer' | 'claims' | 'codes' | 'visitor';
export type People = Record<Exclude<Person, 'visitor'>, Login>;

const PASSWORD = 'a password of the tests';

/** Runs a command of Milepost on the demo and returns what it prints. */
export type RunCommand = (...args: string[]) => Promise<string>;

/** Adds users whose pages differ from those of the demo user to the demo, while its service runs. */
export async function addPeople(run: RunCommand, customer: Login): Promise<People> {
  const add = async (name: string, kind: string, ...roles: string[]): Promise<Login & { org: string }> => {
    const { organization_id } = JSON.parse(
      await run('org', 'create', '--name', name, '--kind', kind, '--json'),
    );
    const org = String(organization_id);
    const email = `${kind}.${org}@example.com`;
    const user = ['--org', org, '--email', email, '--password', PASSWORD];
    await run('user', 'create', ...user, ...(roles.length > 0 ? ['--roles', roles.join(',')] : []));
    return { org, email, password: PASSWORD };
  };
  const operator = await add('Milepost Operations', 'operator', 'admin');
  const newcomer = await add(
    'Prairie Freight Brokers',
    'broker',
    'create-alert-endpoint',
    'external-api-get-alerts-endpoint',
  );
  const claims = await add('Plains Mutual Insurance', 'insurance');
  await run('org', 'privacy', '--org', claims.org, '--require-purpose', 'yes');
  const codes = await add('Harbor Freight Insurance', 'insurance');
  await run('org', 'update', '--org', codes.org, '--require-totp', 'yes');
  return { customer, operator, newcomer, claims, codes };
}

/** Every page that the context opens from now on is signed in. */
export async function enter(
  context: BrowserContext,
  home: string,
  { email, password }: Login,
): Promise<void> {
  const response = await context.request.post(`${home}/auth/session`, { data: { email, password } });
  const { user_id, csrf_token, expires } = await response.json();
  const session = JSON.stringify({ userId: user_id, csrfToken: csrf_token, expires });
  // The frame of an email has no storage.
  const isPage = 'window === window.top';
  await context.addInitScript(
    `if (${isPage}) localStorage.setItem('milepost.session', ${JSON.stringify(session)})`,
  );
}
