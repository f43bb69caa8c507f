import type { Route } from './route.ts';
import { accountRoutes } from './routes/account.ts';
import { apiKeyRoutes } from './routes/admin/api-keys.ts';
import { auditRoutes } from './routes/admin/audit.ts';
import { cameraRoutes } from './routes/admin/cameras.ts';
import { dataRoutes } from './routes/admin/data.ts';
import { invitationRoutes } from './routes/admin/invitations.ts';
import { jobRoutes } from './routes/admin/jobs.ts';
import { organizationRoutes } from './routes/admin/organizations.ts';
import { quotaRoutes } from './routes/admin/quotas.ts';
import { ssoConnectionRoutes } from './routes/admin/sso.ts';
import { stageRoutes } from './routes/admin/stages.ts';
import { systemRoutes } from './routes/admin/system.ts';
import { userRoutes } from './routes/admin/users.ts';
import { alertListRoutes } from './routes/alert-lists.ts';
import { alertRoutes } from './routes/alerts.ts';
import { authRoutes } from './routes/auth.ts';
import { brokerRoutes } from './routes/brokers/brokers.ts';
import { checkRoutes } from './routes/brokers/checks.ts';
import { contactRoutes } from './routes/brokers/contacts.ts';
import { facilityRoutes } from './routes/brokers/facilities.ts';
import { mismatchRoutes } from './routes/brokers/mismatches.ts';
import { objectionRoutes } from './routes/brokers/objections.ts';
import { vettingRoutes } from './routes/brokers/vetting.ts';
import { watchlistUploadRoutes } from './routes/brokers/watchlist-uploads.ts';
import { watchlistRoutes } from './routes/brokers/watchlists.ts';
import { carrierDecisionRoutes } from './routes/carrier-decisions.ts';
import { carrierRoutes } from './routes/carriers.ts';
import { caseRoutes } from './routes/cases.ts';
import { correctionRoutes } from './routes/corrections.ts';
import { dockCheckRoutes } from './routes/dock-checks.ts';
import { emailRoutes } from './routes/emails.ts';
import { eventRoutes } from './routes/events.ts';
import { imageRoutes } from './routes/images.ts';
import { matchRoutes } from './routes/matches.ts';
import { observationRoutes } from './routes/observations.ts';
import { operationRoutes } from './routes/operations.ts';
import { placeRoutes } from './routes/places.ts';
import { sightingRoutes } from './routes/sightings.ts';
import { uploadRoutes } from './routes/uploads.ts';
import { deliveryRoutes } from './routes/webhook-deliveries.ts';
import { webhookRoutes } from './routes/webhooks.ts';

/** Every route of the API, in the order of the docs. */
export function apiRoutes(): Route[] {
  return [
    ...authRoutes,
    ...accountRoutes,
    ...imageRoutes,
    ...correctionRoutes,
    ...uploadRoutes,
    ...placeRoutes,
    ...dockCheckRoutes,
    ...alertListRoutes,
    ...matchRoutes,
    ...alertRoutes,
    ...webhookRoutes,
    ...deliveryRoutes,
    ...emailRoutes,
    ...eventRoutes,
    ...observationRoutes,
    ...sightingRoutes,
    ...caseRoutes,
    ...carrierRoutes,
    ...carrierDecisionRoutes,
    ...brokerRoutes,
    ...contactRoutes,
    ...facilityRoutes,
    ...mismatchRoutes,
    ...objectionRoutes,
    ...vettingRoutes,
    ...checkRoutes,
    ...watchlistRoutes,
    ...watchlistUploadRoutes,
    ...organizationRoutes,
    ...userRoutes,
    ...invitationRoutes,
    ...apiKeyRoutes,
    ...ssoConnectionRoutes,
    ...auditRoutes,
    ...quotaRoutes,
    ...cameraRoutes,
    ...stageRoutes,
    ...systemRoutes,
    ...jobRoutes,
    ...dataRoutes,
    ...operationRoutes,
  ];
}
