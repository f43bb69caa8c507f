/** The rules of direction that ARCHITECTURE.md states. */
const src = '^server/src';
const notifications = `${src}/domain/notifications`;
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
    only('lib-imports-only-lib', 'lib/', ['lib/']),
    only('contract-uses-lib', 'contract/', ['contract/', 'lib/']),
    only('config-uses-lib', 'config/', ['config/', 'lib/']),
    only('db-uses-lib', 'db/', ['db/', 'lib/', 'config/settings']),
    only('domain-uses-contract-db-and-lib', 'domain/', ['domain/', 'contract/', 'db/', 'lib/']),
    only('adapters-implement-domain', 'adapters/', [
      'adapters/',
      'domain/',
      'contract/',
      'lib/',
      'config/(settings|env)',
    ]),
    only('http-calls-domain', 'http/', ['http/', 'domain/', 'contract/', 'db/', 'lib/', 'config/settings']),
    only('stages-call-domain', 'stages/', [
      'stages/',
      'domain/',
      'contract/',
      'db/',
      'lib/',
      'config/settings',
    ]),
    only('demo-calls-domain', 'demo/', ['demo/', 'domain/', 'contract/', 'db/', 'lib/']),
    forbid('cli-calls-no-stages', `${src}/cli/`, `${src}/stages/`),
    // Commands of administration run operations of the API.
    forbid('cli-calls-no-http', `${src}/cli/(?!commands/admin/)`, `${src}/http/`),
    forbid(
      'cli-reads-the-route-table-of-administration',
      `${src}/cli/`,
      `${src}/http/(?!(route|audit-rule|services)\\.ts$|routes/admin/)`,
    ),
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
    // Inside notifications: record-firing, manage-webhooks, read-deliveries → deliveries → webhooks, mail → shared files.
    forbid(
      'notifications-mail-is-independent',
      `${notifications}/mail/`,
      `${notifications}/(deliveries/|webhooks/|record-|manage-|read-)`,
    ),
    forbid(
      'notifications-webhooks-below-deliveries',
      `${notifications}/webhooks/`,
      `${notifications}/(deliveries/|mail/|record-|manage-|read-)`,
    ),
    forbid(
      'notifications-deliveries-below-operations',
      `${notifications}/deliveries/`,
      `${notifications}/(record-|manage-|read-)`,
    ),
    forbid(
      'notifications-shared-files-at-the-bottom',
      `${notifications}/(firing|notification-service|image-links|retry-schedule)`,
      `${notifications}/(deliveries/|webhooks/|record-|manage-|read-)`,
    ),
    forbid(
      'alerts-beside-recognition',
      `${src}/domain/alerts/`,
      `${src}/domain/(carriers|recognition|images|safety|federal)/`,
    ),
    forbid('audit-stands-alone', `${src}/domain/audit/`, `${src}/domain/(?!audit/)`),
    forbid('nobody-imports-privacy', `${src}/domain/(?!privacy/)`, `${src}/domain/privacy/`),
    forbid('only-cases-import-sightings', `${src}/domain/(?!sightings/|cases/)`, `${src}/domain/sightings/`),
    forbid('nobody-imports-cases', `${src}/domain/(?!cases/)`, `${src}/domain/cases/`),
    forbid(
      'sightings-above-carriers',
      `${src}/domain/sightings/`,
      `${src}/domain/(alerts|recognition|images|notifications|privacy)/`,
    ),
    forbid('nobody-imports-queues', `${src}/domain/(?!queues/)`, `${src}/domain/queues/`),
    forbid('quotas-are-the-bottom', `${src}/domain/quotas/`, `${src}/domain/(?!quotas/)`),
    forbid('nothing-below-backup', `${src}/domain/(?!backup/)`, `${src}/domain/backup/`),
    forbid('nobody-imports-facilities', `${src}/domain/(?!facilities/)`, `${src}/domain/facilities/`),
    forbid(
      'facilities-above-observations',
      `${src}/domain/facilities/`,
      `${src}/domain/(?!(facilities|places|observations)/)`,
    ),
    forbid('nobody-imports-watchlists', `${src}/domain/(?!watchlists/)`, `${src}/domain/watchlists/`),
    forbid('carrier-news-knows-nobody', `${src}/domain/carrier-news/`, `${src}/domain/(?!carrier-news/)`),
    forbid('nobody-imports-vetting', `${src}/domain/(?!vetting/)`, `${src}/domain/vetting/`),
    forbid('signing-is-the-bottom', `${src}/domain/signing/`, `${src}/domain/(?!signing/)`),
    forbid('nobody-imports-lanes', `${src}/domain/(?!lanes/)`, `${src}/domain/lanes/`),
    forbid(
      'lanes-above-carriers',
      `${src}/domain/lanes/`,
      `${src}/domain/(alerts|recognition|images|notifications|privacy|sightings|vetting)/`,
    ),
    forbid('nobody-imports-dock-checks', `${src}/domain/(?!dock-checks/)`, `${src}/domain/dock-checks/`),
    forbid('contacts-know-nobody', `${src}/domain/contacts/`, `${src}/domain/(?!contacts/)`),
    forbid('places-know-nobody', `${src}/domain/places/`, `${src}/domain/(?!places/)`),
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
      'labels/label(-store)?\\.ts',
      'recognizer\\.ts',
    ]),
    {
      name: 'onnxruntime-without-telemetry',
      comment: 'models/onnx.ts disables the telemetry of onnxruntime before it loads it.',
      severity: 'error',
      from: { path: src, pathNot: `${src}/adapters/ocr/models/onnx\\.ts$` },
      to: { path: 'onnxruntime' },
    },
    forbid('console-is-a-customer', '^console/', '^server/'),
    forbid('console-parts-below-pages', '^console/src/parts/', '^console/src/(?!parts/|lib/|milepost.svg)'),
    forbid('console-lib-at-the-bottom', '^console/src/lib/', '^console/src/(?!lib/)'),
    forbid('sdk-knows-no-server', '^sdk/', '^(server|console)/'),
    forbid('product-never-imports-lab', '^(server/src|sdk|console)/', '^lab/'),
    forbid('oracle-shares-nothing', '^lab/oracle/', '^(server|sdk|console)/|^lab/(?!oracle/|country/rng)'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(node_modules/(?!onnxruntime-node/)|(?<!onnxruntime-node/)dist/)' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['milepost-source', 'node', 'import', 'require', 'default'],
    },
  },
};
