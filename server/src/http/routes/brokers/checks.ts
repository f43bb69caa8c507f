import {
  Check,
  CheckParams,
  Checks,
  ChecksQuery,
  CheckVerification,
  CreateChecks,
  CreatedChecks,
  PublishedKeys,
} from '../../../contract/brokers/check.ts';
import { publishedKeys } from '../../../domain/signing/signing-keys.ts';
import { pageChecks, readCheck } from '../../../domain/vetting/checks/check-store.ts';
import { readVettingFile, runChecks } from '../../../domain/vetting/checks/run-checks.ts';
import { recompute } from '../../../domain/vetting/checks/vetting-file.ts';
import { pemOf } from '../../../lib/signed-files/ed25519-key.ts';
import { verifySignedFile } from '../../../lib/signed-files/signed-file.ts';
import { anyone, askingOf, user } from '../../access.ts';
import { type Route, routeOf } from '../../route.ts';
import { numbered, numberedPage } from './numbered.ts';

const route = routeOf('Brokers');
const access = user({ roles: ['admin', 'external-api-compliance-rules'] });
const NOT_FOUND = { 404: 'There is no such check.' };

export const checkRoutes: Route[] = [
  route('POST /checks', {
    operationId: 'createChecks',
    summary: 'Check carriers and keep the checks',
    description:
      'Each carrier is checked against the vetting rules. The check is kept with a signed vetting file: the rules, every row that decided, and the result.',
    access,
    rate: 'expensive',
    audit: { action: 'check.create', kind: 'change', object: ['carrier', 'body.usdot_numbers'] },
    body: CreateChecks,
    example: { usdot_numbers: '1234567', reference: 'Load 4711', classes: ['high_value'] },
    isIdempotent: true,
    success: { status: 201, schema: CreatedChecks, description: 'The checks.' },
    errors: {
      404: 'No federal register has any of the carriers. Nothing was kept.',
      503: 'Federal files are being imported. Retry shortly. Nothing was kept.',
    },
    rules: ({ clock }, { body: { day } }) =>
      day && day > clock.now().toISOString().slice(0, 10)
        ? [{ type: 'value_error', loc: ['body', 'day'], msg: 'Must not be in the future', input: day }]
        : [],
    handler: async ({ vetting }, { body, caller, once }) => {
      const { usdot_numbers: usdotNumbers, day = null, classes = [], reference = null, note = null } = body;
      const request = { usdotNumbers, day, classes: [...new Set(classes)], reference, note };
      const { checks, unknown } = await runChecks(
        vetting,
        askingOf(caller),
        { ...request, userId: caller.user_id },
        once,
      );
      return { checks: checks.map(numbered), unknown: unknown.map(String) };
    },
  }),
  route('GET /checks', {
    operationId: 'listChecks',
    summary: "List your organization's checks, newest first",
    access,
    audit: { action: 'check.list', kind: 'read' },
    query: ChecksQuery,
    success: { schema: Checks, description: 'A page of checks.' },
    handler: async ({ database }, { query, caller }) => {
      const reading = pageChecks(database, caller.organization_id, query);
      const { rows: checks, pagination } = await numberedPage(query, reading);
      return { checks, pagination };
    },
  }),
  route('GET /checks/:check_id', {
    operationId: 'getCheck',
    summary: 'Get a check',
    access,
    audit: { action: 'check.read', kind: 'read', object: ['check', 'params.check_id'] },
    params: CheckParams,
    success: { schema: Check, description: 'The check.' },
    errors: NOT_FOUND,
    handler: async ({ database }, { params, caller }) =>
      numbered(await readCheck(database, caller.organization_id, params.check_id)),
  }),
  route('GET /checks/:check_id/file', {
    operationId: 'getVettingFile',
    summary: 'Download the vetting file of a check',
    description: 'The signed file, with the same bytes every time. `milepost verify-file` checks it offline.',
    access,
    audit: { action: 'check.file', kind: 'read', object: ['check', 'params.check_id'] },
    params: CheckParams,
    success: { contentType: 'application/json', description: 'The vetting file.' },
    errors: NOT_FOUND,
    handler: async ({ database }, { params, caller, reply }) => {
      const { bytes, name } = await readVettingFile(database, caller.organization_id, params.check_id);
      return reply
        .type('application/json; charset=utf-8')
        .header('Content-Disposition', `attachment; filename="${name}"`)
        .send(bytes);
    },
  }),
  route('GET /checks/:check_id/verification', {
    operationId: 'verifyCheck',
    summary: 'Verify the vetting file of a check, and decide again from its rows',
    description: 'What `milepost verify-file` does offline, done by the service.',
    access,
    rate: 'expensive',
    audit: { action: 'check.verify', kind: 'read', object: ['check', 'params.check_id'] },
    params: CheckParams,
    success: { schema: CheckVerification, description: 'What was found.' },
    errors: NOT_FOUND,
    handler: async ({ database }, { params, caller }) => {
      const { bytes } = await readVettingFile(database, caller.organization_id, params.check_id);
      const { problems, signed, keyId, timeStamp } = verifySignedFile(bytes);
      const again = signed && problems.length === 0 ? recompute(signed) : null;
      return {
        problems: again && !again.isSame ? [again.problem] : problems,
        result: again?.decision?.result ?? null,
        key_id: keyId,
        time_stamp: timeStamp && { time: timeStamp.time, authority: timeStamp.authority },
      };
    },
  }),
  route('GET /.well-known/milepost-keys', {
    operationId: 'listPublishedKeys',
    summary: 'List the public keys that sign vetting files',
    access: anyone,
    audit: { none: 'Public keys.' },
    success: { schema: PublishedKeys, description: 'The keys.' },
    handler: async ({ database }) => ({
      keys: (await publishedKeys(database)).map(({ id, public_key, valid_from, valid_until }) => ({
        ...{ key_id: id, algorithm: 'Ed25519' as const, valid_from, valid_until },
        public_key: public_key.toString('base64url'),
        pem: pemOf(public_key),
      })),
    }),
  }),
];
