import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { Settings } from '../config/settings.ts';
import type { Database } from '../db/database.ts';
import type { AlertService } from '../domain/alerts/alert-service.ts';
import type { MatchEvents } from '../domain/alerts/match/match-events.ts';
import type { ObservationService } from '../domain/carriers/observation-service.ts';
import type { ProfileService } from '../domain/carriers/profile-service.ts';
import type { TokenService } from '../domain/identity/create-token.ts';
import type { Credentials } from '../domain/identity/credentials.ts';
import type { ImageService } from '../domain/images/image-service.ts';
import type { NotificationService } from '../domain/notifications/notification-service.ts';
import type { Clock } from '../lib/clock.ts';

/** Fastify with TypeBox: one schema gives the handler's types, the validation and the OpenAPI text. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** What routes may use; built by the composition root. */
export type Services = {
  settings: Settings;
  clock: Clock;
  database: Database;
  credentials: Credentials;
  tokens: TokenService;
  images: ImageService;
  alerts: AlertService;
  matchEvents: MatchEvents;
  notifications: NotificationService;
  observations: ObservationService;
  profile: ProfileService;
};

/** A file under routes/ exports one of these. */
export type Route = (app: App, services: Services) => void;
