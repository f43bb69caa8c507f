import assert from 'node:assert/strict';
import { type ExecFileOptions, execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { insertPairs } from '../../server/src/domain/alerts/match/match-store.ts';
import { testApi } from '../../server/test/support/api.ts';
import { closing } from '../../server/test/support/closing.ts';
import { sighting } from '../../server/test/support/notifications/firings.ts';
import { createClient, roleMeanings } from '../src/index.ts';

const root = join(import.meta.dirname, '../..');
const consumer = await installedConsumer();

/** An empty project with the packed SDK installed, and the files of sdk/test/consumer. */
async function installedConsumer(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'milepost-sdk-'));
  closing(() => rm(folder, { recursive: true, force: true }));
  await run(process.execPath, [join(root, 'sdk/scripts/build.mjs'), '--pack', folder], {});
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  assert.ok(tarball);
  await cp(join(import.meta.dirname, 'consumer'), folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder });
  return folder;
}

async function run(command: string, args: string[], options: ExecFileOptions): Promise<string> {
  const shell = process.platform === 'win32';
  try {
    return String((await promisify(execFile)(command, args, { ...options, shell })).stdout);
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
  }
}

/** The Node that runs the tests and one per version on PATH, from version 20. */
async function nodeVersions(): Promise<Map<string, string>> {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = new Map([[process.version, process.execPath]]);
  for (const path of folders.map((folder) => join(folder, 'node'))) {
    const version = await run(path, ['--version'], {}).catch(() => '');
    const major = Number(/^v(\d+)/.exec(version)?.[1] ?? 0);
    if (major >= 20 && !found.has(version.trim())) found.set(version.trim(), path);
  }
  return found;
}

suite('runs', async () => {
  const api = await testApi();
  const baseUrl = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const { apiKey, email, password } = await api.customer(['admin'], 'insurance');
  const client = createClient({ baseUrl, apiKey });
  await client.signIn(email, password);
  const { id } = await client.createAlert({
    body: { email, alert_type: 'hot', disabled: false, alert_name: 'A', vin: 'ABC123' },
  });
  const seen = sighting();
  await insertPairs(api.db, { alertIds: [id], sightingIds: [seen.id] }, [seen], new Date());

  const [body, secret] = ['{"event":"alert.test"}', '0123456789abcdef'];
  const signature = `sha512=${createHmac('sha512', secret).update(body).digest('hex')}`;
  const env = {
    ...process.env,
    SERVICE: JSON.stringify({ baseUrl, apiKey, email, password }),
    WEBHOOK: JSON.stringify({ body, signature, secret }),
  };
  for (const [version, node] of await nodeVersions()) {
    for (const script of ['use-import.mjs', 'use-require.cjs']) {
      test(`${script} on Node ${version}`, async () => {
        const output = await run(node, [script], { cwd: consumer, env });
        assert.deepEqual(JSON.parse(output), {
          error: [true, 401],
          email,
          role: roleMeanings.admin,
          profiles: ['22', '11'],
          matches: 1,
          event: 'alert.test',
          refusal: 'wrong_signature',
        });
      });
    }
  }
});

test('npm pack refuses to pack the sources, which have no version', async () => {
  await assert.rejects(
    run('npm', ['pack', '--dry-run'], { cwd: join(root, 'sdk') }),
    /must have name and version/,
  );
});

test('the package has everything that it refers to, a license and metadata, and no path of the sources', async () => {
  const installed = join(consumer, 'node_modules/@milepost/sdk');
  const {
    version,
    exports: entries,
    ...own
  } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  const { version: product } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  assert.equal(version, product);
  const paths = [own.main, own.types, ...(JSON.stringify(entries).match(/\.\/[\w./-]+\.(js|ts)\b/g) ?? [])];
  for (const path of paths) assert.ok((await readFile(join(installed, path))).length > 0, path);
  for (const name of ['LICENSE', 'README.md', 'CHANGELOG.md', 'esm/index.js.map'])
    assert.ok((await readFile(join(installed, name))).length > 0, name);
  for (const name of ['description', 'license', 'keywords', 'author', 'engines', 'publishConfig'])
    assert.ok(own[name], name);
  assert.doesNotMatch(JSON.stringify(entries), /src|milepost-source/);
});

test('a bundle for browsers has at most 12 kB, compressed', async () => {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: join(consumer, 'node_modules/@milepost/sdk/esm/index.js'),
    platform: 'browser',
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  const bytes = gzipSync(output[0].code).length;
  assert.ok(bytes <= 12_000, `${bytes} bytes`);
  assert.doesNotMatch(output[0].code, /node:/);
});

suite('compiles in strict mode', () => {
  const compile = async (name: string, files: Record<string, string>, options: object) => {
    for (const [file, text] of Object.entries(files)) await writeFile(join(consumer, file), text);
    const compilerOptions = { strict: true, noEmit: true, skipLibCheck: false, target: 'es2022', ...options };
    const config = join(consumer, `tsconfig.${name}.json`);
    await writeFile(config, JSON.stringify({ compilerOptions, files: Object.keys(files) }));
    await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', config], {});
  };
  const types = readFile(join(import.meta.dirname, 'consumer/types.ts'), 'utf8');

  test('as an ES module and as CommonJS with the module setting nodenext', async () => {
    const files = { 'esm.mts': await types, 'cjs.cts': await types };
    await compile('nodenext', files, { module: 'nodenext', types: [], exactOptionalPropertyTypes: true });
  });

  test('with a bundler and the types of Node, together with the examples in the README', async () => {
    await symlink(join(root, 'node_modules/@types'), join(consumer, 'node_modules/@types'), 'junction');
    await symlink(
      join(root, 'node_modules/undici-types'),
      join(consumer, 'node_modules/undici-types'),
      'junction',
    );
    const readme = await readFile(join(root, 'sdk/README.md'), 'utf8');
    const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, text = ''], n) => [
      `readme-${n}.mts`,
      text,
    ]);
    assert.ok(examples.length > 1);
    const files = { 'types.ts': await types, ...Object.fromEntries(examples) };
    await compile('bundler', files, {
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2022'],
      types: ['node'],
    });
  });
});
