/** The numbers of all advisory locks. A number is used for one purpose only. */
export const LOCKS = {
  migrate: 7_061_001,
  /** Held, shared, by every process that uses the embedded server. */
  embeddedServerUsers: 7_061_002,
  /** Second key: the dataset. */
  importDataset: 7_061_003,
  createDemo: 7_061_004,
  registerSecrets: 7_061_005,
  /** Held, shared, by every running process. Second key: 1 for the API, 2 for the workers. */
  runningProcess: 7_061_006,
  /** Held, shared, by every running process. Second key: the start of a fingerprint. */
  holdsSecret: 7_061_007,
  usesSecret: 7_061_008,
  ensureMonths: 7_061_030,
  loadDemoCountry: 7_061_031,
  deriveObservations: 7_061_032,
  runScores: 7_061_040,
  /** Second key: the source of the image. */
  sightingSource: 7_061_041,
  /** Repeated in migration 0006. */
  alertChanges: 7_061_060,
  recentDays: 7_061_061,
  sealRecentDay: 7_061_062,
  /** Session slots use as many numbers as there are slots. Second key: the organization. */
  carrierObservationCalls: 7_061_100,
  vinObservationCalls: 7_061_110,
  laneCalls: 7_061_120,
} as const;
