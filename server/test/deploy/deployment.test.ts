import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
// @ts-expect-error: a script without types
import { parseContainerfile } from '../../../scripts/check-image.mjs';
import { usageProblem } from '../../src/cli/run.ts';
import { readEnv } from '../../src/config/env.ts';
import { decideSettings } from '../../src/config/settings.ts';
import { variables } from '../../src/config/variables.ts';
import { MAX_BULK_LINE_BYTES, MAX_BULK_LINES, MAX_IMAGE_BYTES } from '../../src/contract/image.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const names = new Set(Object.keys(variables));
type Instruction = { name: string; rest: string };

function hasProgram(name: string): boolean {
  return (process.env.PATH ?? '').split(':').some((folder) => existsSync(join(folder, name)));
}

test('the image runs unprivileged, has a health check, and pins its base', () => {
  const steps: Instruction[] = parseContainerfile(read('deploy/Containerfile'));
  const last = (name: string) => steps.findLast((step) => step.name === name)?.rest ?? '';
  assert.match(last('USER'), /^[1-9]\d*:[1-9]\d*$/);
  assert.match(last('HEALTHCHECK'), /deploy\/healthcheck\.mjs/);
  for (const { rest } of steps.filter(({ name }) => name === 'FROM'))
    assert.match(rest, /node:24\.\d+\.\d+-/);
  assert.ok(
    steps.findIndex(({ name }) => name === 'USER') > steps.findLastIndex(({ name }) => name === 'RUN'),
  );
});

test('the build context contains everything that the image copies', () => {
  const included = read('.containerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  assert.equal(read('.dockerignore'), read('.containerignore'));
  const steps: Instruction[] = parseContainerfile(read('deploy/Containerfile'));
  const copied = steps
    .filter(({ name, rest }) => name === 'COPY' && !rest.includes('--from='))
    .flatMap(({ rest }) =>
      rest
        .split(/\s+/)
        .filter((word) => !word.startsWith('--'))
        .slice(0, -1),
    );
  for (const path of copied) {
    assert.ok(existsSync(join(root, path)), path);
    assert.ok(
      included.some((one) => path === one || path.startsWith(`${one}/`)),
      `${path} is not in .containerignore`,
    );
  }
});

test('the compose file starts two API processes and two workers with known settings', () => {
  const compose = parse(read('deploy/compose/compose.yaml'), { merge: true });
  const { serve, work, migrate } = compose.services;
  assert.deepEqual([serve.deploy.replicas, work.deploy.replicas], [2, 2]);
  for (const service of [serve, work, migrate]) {
    assert.equal(usageProblem(service.command), null);
    assert.equal(service.read_only, true);
    assert.deepEqual(service.cap_drop, ['ALL']);
    const unknown = Object.keys(service.environment).filter((name) => !names.has(name));
    assert.deepEqual(unknown, []);
  }
  const sample = readEnv({ ...serve.environment, ...Object.fromEntries(required(serve.environment)) });
  assert.equal(decideSettings(sample).mode, 'production');
  for (const [name, { image, build }] of Object.entries<{ image: string; build?: object }>(compose.services))
    if (!build) assert.match(image, /:v?\d+\.\d+/, `${name} has a pinned version`);
  const documented = read('deploy/compose/.env.example');
  for (const [, name] of read('deploy/compose/compose.yaml').matchAll(/\$\{([A-Z_]+):\?/g))
    assert.match(documented, new RegExp(`^${name}=`, 'm'));
});

/** The environment with the variables of the compose file filled in. */
function required(environment: Record<string, string>): [string, string][] {
  return Object.entries(environment).map(([name, value]) => [
    name,
    value === `\${SMTP_URL:?set SMTP_URL in .env}`
      ? 'smtps://mail.example.com'
      : value.replace(/\$\{MAIL_FROM[^}]*\}/, 'a@example.com').replace(/\$\{[^}]*\}/g, 'x'.repeat(40)),
  ]);
}

const chart = 'deploy/helm/milepost';
const templates = readdirSync(join(root, chart, 'templates')).filter((name) => name.endsWith('.yaml'));

test('the Helm templates use only values that exist, and balance their blocks', () => {
  const values = parse(read(`${chart}/values.yaml`));
  for (const name of [...templates, '_helpers.tpl', 'NOTES.txt']) {
    const text = read(`${chart}/templates/${name}`);
    for (const [, path = ''] of text.matchAll(/\.Values\.([\w.]+)/g)) {
      const value = path.split('.').reduce((at, key) => at?.[key], values);
      assert.notEqual(value, undefined, `${name}: .Values.${path}`);
    }
    const opened = text.match(/\{\{-? *(if|range|with|define)\b/g)?.length ?? 0;
    const closed = text.match(/\{\{-? *end\b/g)?.length ?? 0;
    assert.equal(opened, closed, name);
  }
  for (const name of Object.keys(values.settings)) assert.ok(names.has(name), name);
});

/** The template without its directives: blocks are kept, and inline expressions become a word. */
function documentsOf(name: string) {
  const plain = read(`${chart}/templates/${name}`)
    .replace(/^\s*\{\{-?[^}]*\}\}\s*$/gm, '')
    .replace(/\{\{[^}]*\}\}/g, 'value');
  return parseAllDocuments(plain).flatMap((document) => {
    assert.deepEqual(document.errors, [], name);
    return document.toJS() ?? [];
  });
}

test('the deployments of the chart have probes, limits and a grace period, and run known commands', () => {
  const deployments = ['serve.yaml', 'work.yaml']
    .flatMap(documentsOf)
    .filter(({ kind }) => kind === 'Deployment');
  assert.equal(deployments.length, 2);
  for (const { spec } of deployments) {
    const pod = spec.template.spec;
    const [container] = pod.containers;
    assert.equal(container.livenessProbe.httpGet.path, '/livez');
    assert.equal(container.readinessProbe.httpGet.path, '/readyz');
    assert.equal(container.livenessProbe.httpGet.port, container.ports[0].name);
    assert.equal(usageProblem(container.args), null);
    assert.ok(pod.terminationGracePeriodSeconds > 10, 'longer than the 10 s that running work gets');
    assert.equal(pod.automountServiceAccountToken, false);
  }
  const [job] = documentsOf('migrate.yaml');
  assert.equal(usageProblem(job.spec.template.spec.containers[0].args), null);
  const kinds = templates.flatMap(documentsOf).map(({ kind }) => kind);
  for (const kind of [
    'Service',
    'NetworkPolicy',
    'PodDisruptionBudget',
    'HorizontalPodAutoscaler',
    'Ingress',
    'PodMonitor',
  ])
    assert.ok(kinds.includes(kind), kind);
  const helpers = read(`${chart}/templates/_helpers.tpl`);
  for (const rule of [
    'runAsNonRoot: true',
    'readOnlyRootFilesystem: true',
    'allowPrivilegeEscalation: false',
  ])
    assert.ok(helpers.includes(rule), rule);
});

test('the schema of the chart accepts its values, and rejects misspelled and wrong ones', () => {
  const validate = new Ajv({ allowUnionTypes: true }).compile(
    JSON.parse(read(`${chart}/values.schema.json`)),
  );
  const values = parse(read(`${chart}/values.yaml`));
  const accepts = (change: object): boolean => validate({ ...values, ...change });
  assert.ok(accepts({}), JSON.stringify(validate.errors));
  const settings = {
    PUBLIC_URL: 'https://milepost.example.com',
    RATE_LIMIT_READS: 0,
    CONFIRM_RECIPIENTS: null,
  };
  assert.ok(accepts({ settings }), JSON.stringify(validate.errors));
  for (const wrong of [
    { setings: {} },
    { existingSecret: '' },
    { serve: { ...values.serve, replica: 2 } },
    { work: { ...values.work, replicas: '2' } },
    { settings: { PUBLIC_URL: 1, DATABASE_URL: {} } },
  ])
    assert.ok(!accepts(wrong), JSON.stringify(wrong));
});

test('the chart passes 0 and false on, requires its secrets, and an empty list of namespaces lets nobody in', () => {
  const helpers = read(`${chart}/templates/_helpers.tpl`);
  assert.doesNotMatch(helpers, /if \$value/);
  const keys = /range list ("[^}]*") \}\}\n- name/.exec(helpers)?.[1]?.match(/\w+/g);
  assert.deepEqual(keys, ['DATABASE_URL', 'BLOB_URL', 'SECRET_KEY', 'LINK_SECRET', 'METRICS_TOKEN']);
  for (const name of templates)
    assert.doesNotMatch(read(`${chart}/templates/${name}`), /\.Values\.existingSecret/, name);
  assert.match(
    read(`${chart}/templates/network-policy.yaml`),
    /with \.Values\.networkPolicy\.ingressNamespaces \}\}\n {4}- from:/,
  );
});

test('helm accepts the chart, where helm is installed', () => {
  if (hasProgram('helm'))
    execFileSync('helm', [
      'lint',
      join(root, chart),
      '--set',
      'settings.PUBLIC_URL=https://milepost.example.com',
    ]);
});

const units = readdirSync(join(root, 'deploy/systemd')).filter((name) => name.endsWith('.service'));
/** Applies to all units. */
const sandbox = 'milepost-.service.d/sandbox.conf';

test('the systemd units run known commands as an unprivileged user on a read-only system', () => {
  for (const name of units) {
    assert.ok(name.startsWith('milepost-'), name);
    const unit = read(`deploy/systemd/${name}`) + read(`deploy/systemd/${sandbox}`);
    for (const line of [
      'User=milepost',
      'NoNewPrivileges=yes',
      'ProtectSystem=strict',
      'ProtectHome=yes',
      'CapabilityBoundingSet=',
      'SystemCallFilter=@system-service',
    ])
      assert.ok(unit.split('\n').includes(line), `${name}: ${line}`);
    const commands = [...unit.matchAll(/^ExecStart=\S+ \S+milepost\.cjs (.*)$/gm)].map(
      ([, words = '']) => words,
    );
    assert.ok(commands.length > 0, name);
    for (const command of commands)
      assert.equal(usageProblem(command.split(' ')), null, `${name}: ${command}`);
    // A setting that no list documents would be found only by reading the unit.
    assert.doesNotMatch(commands.join(' '), /\$/, name);
  }
});

test('systemd accepts the units, where systemd is installed', () => {
  if (!hasProgram('systemd-analyze')) return;
  const folder = mkdtempSync(join(tmpdir(), 'milepost-units-'));
  try {
    const timers = readdirSync(join(root, 'deploy/systemd')).filter((name) => name.endsWith('.timer'));
    mkdirSync(join(folder, dirname(sandbox)));
    for (const name of [...units, ...timers, sandbox]) {
      // The program and the user exist only on an installed machine.
      const unit = read(`deploy/systemd/${name}`)
        .replace(/^ExecStart=\S+ \S+milepost\.cjs/gm, 'ExecStart=/bin/true')
        .replace(/^(User|Group|WorkingDirectory|EnvironmentFile)=.*$/gm, '');
      writeFileSync(join(folder, name), unit);
    }
    const paths = [...units, ...timers].map((name) => join(folder, name));
    execFileSync('systemd-analyze', ['verify', '--man=no', ...paths], { stdio: 'pipe' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the example of the settings is valid in production once its secrets are set', () => {
  const env: Record<string, string> = {};
  for (const [, name = '', value = ''] of read('deploy/.env.example').matchAll(/^([A-Z_]+)=(.*)$/gm))
    env[name] = value || 'x'.repeat(40);
  assert.equal(decideSettings(readEnv(env)).http.publicUrl, 'https://milepost.example.com');
  for (const name of names) assert.match(read('deploy/.env.example'), new RegExp(`^#?${name}=`, 'm'));
});

test('the proxies do not repeat the security headers of the service', () => {
  for (const path of ['deploy/proxy/nginx.conf', 'deploy/proxy/Caddyfile', 'deploy/compose/Caddyfile'])
    assert.doesNotMatch(read(path), /Strict-Transport-Security/, path);
});

test('the proxies stream events and hide the metrics', () => {
  const nginx = read('deploy/proxy/nginx.conf');
  for (const part of [
    'location = /events',
    'proxy_buffering off',
    'X-Forwarded-For $remote_addr',
    'location = /metrics',
  ])
    assert.ok(nginx.includes(part), part);
  for (const path of ['deploy/proxy/Caddyfile', 'deploy/compose/Caddyfile'])
    for (const part of ['flush_interval -1', 'respond @metrics 404'])
      assert.ok(read(path).includes(part), path);
});

test('the proxies let the largest request pass', () => {
  const largest = Math.max(MAX_IMAGE_BYTES + MAX_BULK_LINE_BYTES, MAX_BULK_LINES * (MAX_BULK_LINE_BYTES + 1));
  const limits: Record<string, RegExp> = {
    'deploy/proxy/nginx.conf': /client_max_body_size (\d+)m;/,
    'deploy/proxy/Caddyfile': /max_size (\d+)MB/,
    'deploy/compose/Caddyfile': /max_size (\d+)MB/,
    'deploy/helm/milepost/templates/ingress.yaml': /proxy-body-size: (\d+)m/,
  };
  for (const [path, limit] of Object.entries(limits)) {
    const megabytes = Number(limit.exec(read(path))?.[1]);
    assert.ok(megabytes * 1_000_000 > largest, path);
  }
});
