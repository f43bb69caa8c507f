import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Subject } from '../../domain/audit/audit-keys.ts';
import type { AuditLog } from '../../domain/audit/audit-log.ts';
import type { Actor, AuditDraft, AuditEntry, Outcome } from '../../domain/audit/entry.ts';
import { subjectsIn } from '../../domain/audit/subjects-in.ts';
import type { Clock } from '../../lib/clock.ts';
import type { AuditRule } from '../audit-rule.ts';
import { readPurpose } from '../purpose.ts';

type Recorded = Exclude<AuditRule, { none: string }>;
type Input = Record<'params' | 'query' | 'body' | 'headers', unknown>;

/** What is known of an audited request so far. */
type Audited = {
  address: string;
  pendingId: string | null;
  purpose: string | null;
  /** The validated input. */
  input: Input | null;
  /** The response before it is serialized, or the parts of a stream. */
  shown: unknown[];
  isRecorded: boolean;
  /** Of a public route: the organization whose link was used. */
  organizationId: number | null;
};

/** Records the requests of audited routes, one entry each. */
export function addAudit(app: FastifyInstance, log: AuditLog, clock: Clock): void {
  app.decorateRequest('audited', null);
  app.addHook('preSerialization', (request, reply, payload, done) => {
    if (request.audited && reply.statusCode < 400) request.audited.shown.push(payload);
    done(null, payload);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const rule = ruleOf(request);
    if (rule?.kind !== 'sign-in' || !isAnswered(request, reply)) return done(null, payload);
    const entry = entryOf(request, reply, rule, clock);
    log.recordNow(entry).then(() => done(null, payload), done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const rule = ruleOf(request);
    if (rule && rule.kind !== 'sign-in' && !request.audited?.isRecorded && isKnown(request, reply)) {
      log.record(entryOf(request, reply, rule, clock));
    }
    done();
  });
}

/** Checks the purpose of an audited request before its input is validated. */
export function enterAudit(request: FastifyRequest, rule: AuditRule | undefined): void {
  if (!rule || 'none' in rule) return;
  const isRequired = rule.kind === 'read' && rule.showsVehicles && request.caller?.purpose_required;
  const purpose = rule.kind === 'sign-in' ? null : readPurpose(request, isRequired === true);
  request.audited = {
    address: request.ip,
    pendingId: null,
    purpose,
    input: null,
    shown: [],
    isRecorded: false,
    organizationId: null,
  };
}

/** The entry of a request without credentials is in the log of this organization. */
export function actsFor({ audited }: FastifyRequest, organizationId: number): void {
  if (audited) audited.organizationId = organizationId;
}

/** Runs between validation and handler. Undefined when there is nothing to wait for. */
export function startAudited(
  log: AuditLog,
  clock: Clock,
  request: FastifyRequest,
  rule: AuditRule | undefined,
  input: Input,
): Promise<void> | undefined {
  const { audited } = request;
  if (!audited || !rule || 'none' in rule) return undefined;
  audited.input = input;
  if (rule.recordedAt === 'start') {
    audited.isRecorded = true;
    log.record({
      ...draftOf(request, rule, clock),
      pendingId: null,
      outcome: 'success',
      status: 200,
      purpose: audited.purpose,
    });
  }
  // Anyone can send requests to a public route, so they write nothing before they succeed.
  if (rule.kind !== 'change' || isPublic(request)) return log.room();
  return log.begin(draftOf(request, rule, clock)).then((id) => {
    audited.pendingId = id;
  });
}

/** Notes a part of a response that is a stream. Other responses are noted before they are serialized. */
export function shown<T>(request: FastifyRequest, value: T): T {
  request.audited?.shown.push(value);
  return value;
}

function ruleOf(request: FastifyRequest): Recorded | null {
  const rule = request.is404 ? undefined : request.routeOptions.config.audit;
  return rule && !('none' in rule) ? rule : null;
}

function isPublic(request: FastifyRequest): boolean {
  return request.routeOptions.config.access.kind === 'public';
}

/** Requests without valid credentials and rejected floods are only in the request log. */
function isKnown(request: FastifyRequest, reply: FastifyReply): boolean {
  if (reply.statusCode === 429) return false;
  return request.caller !== null || (isPublic(request) && reply.statusCode < 400);
}

function isAnswered(request: FastifyRequest, reply: FastifyReply): boolean {
  const { statusCode } = reply;
  const isAsked = request.organizationId !== null || isPublic(request);
  return isAsked && (statusCode === 200 || statusCode === 201 || statusCode === 401);
}

function entryOf(request: FastifyRequest, reply: FastifyReply, rule: Recorded, clock: Clock): AuditEntry {
  const { audited } = request;
  return {
    ...draftOf(request, rule, clock),
    pendingId: audited?.pendingId ?? null,
    outcome: outcomeOf(reply.statusCode),
    status: reply.statusCode,
    purpose: audited?.purpose ?? null,
  };
}

function outcomeOf(status: number): Outcome {
  if (status < 400) return 'success';
  return status === 401 || status === 403 ? 'denied' : 'failed';
}

function draftOf(request: FastifyRequest, rule: Recorded, clock: Clock): AuditDraft {
  const { audited, apiKeyId } = request;
  const subjects: Subject[] = [];
  const { params, query, body } = audited?.input ?? {};
  for (const part of [params, query, body, ...(audited?.shown ?? [])]) subjectsIn(part, subjects);
  const [kind = '', ...paths] = rule.object ?? [];
  const set = rule.kind === 'change' && typeof body === 'object' && body !== null ? body : {};
  const fields = Object.keys(set).sort();
  const flags = Object.entries(set).filter(([, value]) => typeof value === 'boolean');
  return {
    at: clock.now(),
    organizationId: organizationOf(request),
    actor: actorOf(request, rule),
    // A closed connection has no address anymore.
    address: audited?.address ?? request.ip ?? '',
    action: rule.action,
    isRead: rule.kind === 'read',
    object: { kind, id: idsAt(audited, paths) },
    correlationId: request.id,
    subjects,
    details: {
      ...(fields.length > 0 && { fields }),
      ...(flags.length > 0 && { flags: Object.fromEntries(flags) }),
      ...(apiKeyId !== null && { api_key_id: apiKeyId }),
    },
  };
}

/** The operator's changes of another organization are in that organization's log. */
function organizationOf({ organizationId, caller, audited }: FastifyRequest): number | null {
  const params = (audited?.input?.params ?? {}) as { organization_id?: number };
  if (caller?.organization_kind === 'operator') return params.organization_id ?? organizationId;
  // A sign-in without an API key belongs to the organization of the user.
  const signedIn = audited?.shown[0] as { company_id?: number | null } | undefined;
  return organizationId ?? audited?.organizationId ?? signedIn?.company_id ?? null;
}

function actorOf(request: FastifyRequest, rule: Recorded): Actor {
  if (rule.kind === 'sign-in') {
    const email = (request.body as { email?: unknown } | undefined)?.email;
    const userId = (request.audited?.shown[0] as { user_id?: number } | undefined)?.user_id;
    return { kind: 'user', id: userId ?? null, name: typeof email === 'string' ? email : '' };
  }
  const { caller } = request;
  return caller
    ? { kind: 'user', id: caller.user_id, name: caller.email }
    : { kind: 'link', id: null, name: '' };
}

/** Only validated values: an id that was mistyped could be a plate. */
function idAt(audited: Audited | null, path: string): string {
  const [part = '', ...fields] = path.split('.');
  // The response is last: values that the handler recorded come before it.
  const source = part === 'response' ? audited?.shown.at(-1) : audited?.input?.[part as keyof Input];
  const value = fields.reduce<unknown>(
    (from, field) => (typeof from === 'object' && from !== null ? Reflect.get(from, field) : undefined),
    source,
  );
  return value === undefined || value === null ? '' : String(value);
}

/** Of several paths, the ids at all of them. */
function idsAt(audited: Audited | null, paths: string[]): string {
  return paths
    .map((path) => idAt(audited, path))
    .filter((id) => id !== '')
    .join(',');
}

declare module 'fastify' {
  interface FastifyContextConfig {
    audit?: AuditRule;
  }
  interface FastifyRequest {
    audited: Audited | null;
  }
}
