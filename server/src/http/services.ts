import type { Settings } from '../config/settings.ts';
import type { Database } from '../db/database.ts';
import type { AlertService } from '../domain/alerts/alert-service.ts';
import type { MatchEvents } from '../domain/alerts/match/match-events.ts';
import type { AuditKeys } from '../domain/audit/audit-keys.ts';
import type { AuditLog } from '../domain/audit/audit-log.ts';
import type { ObservationService } from '../domain/carriers/observations/observation-service.ts';
import type { ProfileService } from '../domain/carriers/profile/profile-service.ts';
import type { CaseService } from '../domain/cases/case-service.ts';
import type { DockCheckService } from '../domain/dock-checks/run-dock-check.ts';
import type { Credentials } from '../domain/identity/credentials.ts';
import type { IdentityService } from '../domain/identity/identity-service.ts';
import type { ImageService } from '../domain/images/image-service.ts';
import type { NotificationService } from '../domain/notifications/notification-service.ts';
import type { VettingService } from '../domain/vetting/vetting-service.ts';
import type { Clock } from '../lib/clock.ts';
import type { Telemetry } from '../lib/telemetry/telemetry.ts';

/** What routes may use; built by `app/build-services.ts`. */
export type Services = {
  settings: Settings;
  clock: Clock;
  database: Database;
  credentials: Credentials;
  identity: IdentityService;
  images: ImageService;
  dockChecks: DockCheckService;
  alerts: AlertService;
  matchEvents: MatchEvents;
  notifications: NotificationService;
  observations: ObservationService;
  profile: ProfileService;
  vetting: VettingService;
  cases: CaseService;
  auditLog: AuditLog;
  auditKeys: AuditKeys;
  telemetry: Telemetry;
};
