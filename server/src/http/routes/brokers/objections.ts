import Type from 'typebox';
import {
  CarrierLinkParams,
  CarrierLinks,
  CarrierLinksQuery,
  CreateCarrierLink,
  CreatedCarrierLink,
  CreateObjection,
  DecidedObjection,
  DecideObjection,
  HeldAbout,
  ObjectionParams,
  Objections,
  ObjectionsQuery,
  SentObjection,
  ViewHeld,
} from '../../../contract/brokers/objection.ts';
import {
  createLink,
  openLink,
  pageLinks,
  revokeLink,
} from '../../../domain/vetting/objections/carrier-links.ts';
import { decideObjection } from '../../../domain/vetting/objections/decide-objection.ts';
import { heldAbout } from '../../../domain/vetting/objections/held.ts';
import {
  type ObjectionRow,
  pageObjections,
  readObjectionFile,
} from '../../../domain/vetting/objections/objection-store.ts';
import { submitObjection } from '../../../domain/vetting/objections/submit-objection.ts';
import { anyone, askingOf, user } from '../../access.ts';
import { baseUrl } from '../../base-url.ts';
import { actsFor } from '../../plugins/audit.ts';
import { REJECTED } from '../../responses.ts';
import { type Route, routeOf } from '../../route.ts';
import { numbered, numberedPage } from './numbered.ts';

const route = routeOf('Brokers');
const readers = user({ roles: ['admin', 'external-api-compliance-rules'] });
const editors = user({ roles: ['admin', 'external-api-update-compliance-rules'] });
const DEFAULT_LINK_DAYS = 30;
const DEFAULT_CLEAR_DAYS = 90;
const LINK_ERRORS = { 403: 'The link is not valid, has expired or was revoked.' };

/** Without who decided, and which check followed: that is the customer's. */
const shownToCarrier = (row: ObjectionRow) => {
  const { usdot_number: _usdot, contact: _contact, decided_by: _by, check_id: _check, ...shown } = row;
  return shown;
};

export const objectionRoutes: Route[] = [
  route('POST /carrier-links', {
    operationId: 'createCarrierLink',
    summary: 'Make a link with which a carrier sees what you hold about it',
    description: 'The carrier sees what your rules find, why, and what would clear it, and can object.',
    access: editors,
    audit: { action: 'carrier-link.create', kind: 'change', object: ['carrier', 'body.usdot_number'] },
    body: CreateCarrierLink,
    example: { usdot_number: '1234567', days: 30 },
    success: { status: 201, schema: CreatedCarrierLink, description: 'The link.' },
    handler: async ({ database, clock, settings }, { body, caller, request }) => {
      const { link, token } = await createLink(database, {
        ...{ organizationId: caller.organization_id, usdotNumber: body.usdot_number },
        ...{ days: body.days ?? DEFAULT_LINK_DAYS, userId: caller.user_id, now: clock.now() },
      });
      // The secret is in the fragment of the URL: browsers do not send it to servers, and no log contains it.
      return { ...numbered(link), link: `${baseUrl(settings, request)}/console/held#${token}` };
    },
  }),
  route('GET /carrier-links', {
    operationId: 'listCarrierLinks',
    summary: 'List the links for carriers, newest first',
    access: readers,
    audit: { action: 'carrier-link.list', kind: 'read' },
    query: CarrierLinksQuery,
    success: { schema: CarrierLinks, description: 'A page, without the secrets.' },
    handler: async ({ database }, { query, caller }) => {
      const reading = pageLinks(database, caller.organization_id, query);
      const { rows: links, pagination } = await numberedPage(query, reading);
      return { links, pagination };
    },
  }),
  route('DELETE /carrier-links/:link_id', {
    operationId: 'revokeCarrierLink',
    summary: 'Revoke a link for a carrier',
    description: 'Objections that were sent with it stay.',
    access: editors,
    audit: { action: 'carrier-link.revoke', kind: 'change', object: ['carrier-link', 'params.link_id'] },
    params: CarrierLinkParams,
    success: { status: 204, description: 'The link opens nothing.', schema: Type.Null() },
    errors: { 404: 'There is no such link.' },
    handler: async ({ database, clock }, { params, caller, reply }) => {
      await revokeLink(database, caller.organization_id, params.link_id, clock.now());
      return reply.code(204).send();
    },
  }),
  route('GET /objections', {
    operationId: 'listObjections',
    summary: 'List the objections of carriers, newest first',
    access: readers,
    audit: { action: 'objection.list', kind: 'read' },
    query: ObjectionsQuery,
    success: { schema: Objections, description: 'A page of objections.' },
    handler: async ({ database }, { query, caller }) => {
      const reading = pageObjections(database, caller.organization_id, query);
      const { rows: objections, pagination } = await numberedPage(query, reading);
      return { objections, pagination };
    },
  }),
  route('GET /objections/:objection_id/file', {
    operationId: 'getObjectionFile',
    summary: 'Download the file of an objection',
    access: readers,
    audit: { action: 'objection.file', kind: 'read', object: ['objection', 'params.objection_id'] },
    params: ObjectionParams,
    success: { contentType: 'application/octet-stream', description: 'A PDF, PNG or JPEG file.' },
    errors: { 404: 'There is no such objection, or it has no file.' },
    handler: async ({ database }, { params, caller, reply }) => {
      const file = await readObjectionFile(database, caller.organization_id, params.objection_id);
      const name = encodeURIComponent(file.name);
      return reply
        .type('application/octet-stream')
        .header('Content-Disposition', `attachment; filename*=UTF-8''${name}`)
        .send(file.bytes);
    },
  }),
  route('POST /objections/:objection_id/decision', {
    operationId: 'decideObjection',
    summary: 'Accept or reject an objection',
    description:
      'An accepted objection clears what it is about, or removes the carrier from the block list. The carrier is checked again, and the check is kept. A later decision replaces an earlier one.',
    access: editors,
    rate: 'expensive',
    audit: { action: 'objection.decide', kind: 'change', object: ['objection', 'params.objection_id'] },
    params: ObjectionParams,
    body: DecideObjection,
    example: { decision: 'accept', reason: 'The certificate of insurance is valid.', clear_days: 90 },
    success: { schema: DecidedObjection, description: 'The objection, and the check.' },
    errors: {
      404: 'There is no such objection.',
      503: 'Federal files are being imported. Retry shortly. Nothing was decided.',
    },
    handler: async ({ vetting }, { params, body, caller }) => {
      const { objection, check } = await decideObjection(vetting, askingOf(caller), {
        ...{ id: params.objection_id, isAccepted: body.decision === 'accept', reason: body.reason },
        ...{ days: body.clear_days ?? DEFAULT_CLEAR_DAYS, userId: caller.user_id },
      });
      return { objection: numbered(objection), check: check && numbered(check) };
    },
  }),
  route('POST /carrier-view', {
    operationId: 'viewHeld',
    summary: 'Show a carrier what an organization holds about it',
    description: 'For the holder of a link. At most 120 requests an hour with one link.',
    access: anyone,
    rate: 'expensive',
    audit: { action: 'carrier-link.open', kind: 'read', object: ['carrier', 'response.usdot_number'] },
    body: ViewHeld,
    example: { token: 'Jq2c0Yb5' },
    success: { schema: HeldAbout, description: 'What the rules find today, the kept checks and objections.' },
    errors: LINK_ERRORS,
    handler: async ({ vetting, clock }, { body, request }) => {
      const link = await openLink(vetting.db, body.token, clock.now());
      actsFor(request, link.organization_id);
      const { legalName, objections, ...held } = await heldAbout(vetting, link);
      return {
        ...{ usdot_number: String(link.usdot_number), legal_name: legalName },
        ...{ organization: link.organization_name, expires_at: link.expires_at },
        ...{ day: held.day, result: held.result, findings: held.findings, passed: held.passed },
        ...{ list: held.list as never, checks: held.checks as never },
        objections: objections.map(shownToCarrier),
      };
    },
  }),
  route('POST /carrier-view/objections', {
    operationId: 'createObjection',
    summary: 'Object to what an organization holds about a carrier',
    description: 'For the holder of a link. At most 20 objections with one link.',
    access: anyone,
    rate: 'expensive',
    audit: { action: 'objection.create', kind: 'change', object: ['carrier', 'response.usdot_number'] },
    body: CreateObjection,
    example: {
      ...{ token: 'Jq2c0Yb5', rule: 'insurance_liability', message: 'The certificate is attached.' },
      contact: 'Pat Smith, 214-555-0100',
    },
    success: { status: 201, schema: SentObjection, description: 'The objection, which is open.' },
    errors: { ...LINK_ERRORS, 400: REJECTED },
    handler: async ({ vetting }, { body, request }) => {
      const { token, rule = null, signal = null, message, contact, file = null } = body;
      const given = { token, rule, signal, message, contact, file };
      const { link, objection } = await submitObjection(vetting, given);
      actsFor(request, link.organization_id);
      return { usdot_number: String(link.usdot_number), objection: shownToCarrier(objection) };
    },
  }),
];
