/** The rules of direction that ARCHITECTURE.md states. */
const src = '^server/src';
const forbid = (name, from, to) => ({ name, severity: 'error', from: { path: from }, to: { path: to } });
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: `${src}/${from}` },
  to: { path: `${src}/`, pathNot: allowed.map((part) => `${src}/${part}`) },
});
/** Inside recognition: from one part to the parts below it. */
const recognition = (name, from, allowed) => {
  const folder = `${src}/domain/recognition`;
  const below = allowed.map((part) => `${folder}/${part}`);
  return { ...forbid(name, `${folder}/${from}`, `${folder}/`), to: { path: `${folder}/`, pathNot: below } };
};

module.exports = {
  forbidden: [
    {
      name: 'no-loops',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    { name: 'no-missing-packages', severity: 'error', from: {}, to: { couldNotResolve: true } },
    only('lib-knows-nothing', 'lib/', ['lib/']),
    only('config-uses-lib', 'config/', ['config/', 'lib/']),
    only('db-uses-lib', 'db/', ['db/', 'lib/', 'config/settings']),
    only('domain-uses-db-and-lib', 'domain/', ['domain/', 'db/', 'lib/']),
    only('adapters-implement-domain', 'adapters/', ['adapters/', 'domain/', 'lib/', 'config/settings']),
    only('http-calls-domain', 'http/', ['http/', 'domain/', 'db/', 'lib/', 'config/settings']),
    only('stages-call-domain', 'stages/', ['stages/', 'domain/', 'db/', 'lib/', 'config/settings']),
    only('demo-calls-domain', 'demo/', ['demo/', 'domain/', 'db/', 'lib/']),
    forbid('cli-calls-neither-http-nor-stages', `${src}/cli/`, `${src}/(http|stages)/`),
    forbid('identity-is-the-bottom', `${src}/domain/identity/`, `${src}/domain/(?!identity/)`),
    forbid(
      'observations-below',
      `${src}/domain/observations/`,
      `${src}/domain/(recognition|alerts|carriers|notifications|safety|images)/`,
    ),
    forbid(
      'federal-below',
      `${src}/domain/federal/`,
      `${src}/domain/(carriers|safety|alerts|notifications|recognition|images)/`,
    ),
    forbid(
      'safety-below-carriers',
      `${src}/domain/safety/`,
      `${src}/domain/(carriers|alerts|notifications|recognition|images)/`,
    ),
    forbid(
      'notifications-below-alerts',
      `${src}/domain/notifications/`,
      `${src}/domain/(alerts|carriers|recognition|images)/`,
    ),
    forbid(
      'alerts-beside-recognition',
      `${src}/domain/alerts/`,
      `${src}/domain/(carriers|recognition|images|safety|federal)/`,
    ),
    forbid('logos-know-nobody', `${src}/domain/logos/`, `${src}/domain/(?!logos/)`),
    forbid(
      'recognition-beside-alerts',
      `${src}/domain/recognition/`,
      `${src}/domain/(alerts|carriers|notifications|safety)/`,
    ),
    recognition('recognizer-is-the-bottom', 'recognizer\\.ts', ['recognizer\\.ts']),
    recognition('readings-use-the-recognizer-types', 'readings/', ['readings/', 'recognizer\\.ts']),
    recognition('carrier-match-uses-readings', 'carrier-match/', ['carrier-match/', 'readings/']),
    recognition('imputation-stands-alone', 'imputation/', ['imputation/']),
    recognition('sightings-use-the-parts', 'sighting/', [
      'sighting/',
      'imputation/',
      'carrier-match/',
      'readings/',
      'recognizer\\.ts',
    ]),
    forbid('console-is-a-customer', '^console/', '^server/'),
    forbid('console-parts-below-pages', '^console/src/parts/', '^console/src/(?!parts/|lib/|milepost.svg)'),
    forbid('console-lib-at-the-bottom', '^console/src/lib/', '^console/src/(?!lib/)'),
    forbid('sdk-knows-no-server', '^sdk/', '^(server|console)/'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(node_modules|dist)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['node', 'import', 'require', 'default'],
    },
  },
};
