/** The numbers of all advisory locks. A number is used for one purpose only. */
export const LOCKS = {
  migrate: 7_061_001,
  /** Held, shared, by every process that uses the embedded server. */
  embeddedServerUsers: 7_061_002,
  /** Second key: the dataset. */
  importDataset: 7_061_003,
  createDemo: 7_061_004,
  /** Held by a running backup. Whatever replaces tables or deletes blobs takes it shared. */
  backup: 7_061_005,
  /** Held by a running restore. */
  restore: 7_061_006,
  registerSecrets: 7_061_007,
  /** Held, shared, by every running process. Second key: 1 for the API, 2 for the workers. */
  runningProcess: 7_061_008,
  /** Held, shared, by every running process. Second key: the start of a fingerprint. */
  holdsSecret: 7_061_009,
  usesSecret: 7_061_010,
  ensureMonths: 7_061_030,
  deriveObservations: 7_061_032,
  violationCatalog: 7_061_033,
  runScores: 7_061_040,
  /** Second key: the source of the image. */
  sightingSource: 7_061_041,
  /** Held while sightings are deleted after their retention. Second key: a hash of the organization and the camera. */
  retainCamera: 7_061_042,
  /** Held by the process that looks for blobs without a row. */
  sweepOrphans: 7_061_043,
  /** Held while a partition of images is created or dropped. */
  imagePartitions: 7_061_044,
  /** Repeated in migration 0006. */
  alertChanges: 7_061_060,
  recentDays: 7_061_061,
  sealRecentDay: 7_061_062,
  countCameras: 7_061_063,
  /** Held by the process that updates the lanes. */
  updateLanes: 7_061_064,
  /** Held by the process that derives the facilities of federal files. */
  deriveFacilities: 7_061_065,
  /** Session slots use as many numbers as there are slots. Second key: the organization. */
  carrierObservationCalls: 7_061_100,
  vinObservationCalls: 7_061_110,
  laneCalls: 7_061_120,
  /** Shared by every insert; repeated in the migration of the audit log. */
  auditEntries: 7_061_130,
  auditSeal: 7_061_131,
  /** Second key: a hash of the quota and the organization. Repeated in the migration of the quotas. */
  quotaRows: 7_061_200,
  /** Session slots, up to 500. Second key: the organization. */
  eventStreams: 7_062_000,
} as const;
