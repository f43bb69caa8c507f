import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CreateImage, imageProblems } from '../../src/contract/image.ts';
import { createValidator } from '../../src/contract/validate.ts';
import { BODY_EXAMPLES } from '../../src/http/body-examples.ts';
import { apiRoutes } from '../../src/http/routes.ts';

const withJson = apiRoutes()
  .flatMap(({ definition }) => definition ?? [])
  .filter(({ body, bodyType }) => body !== undefined && bodyType === undefined);

test('the API reference shows a valid body for every operation that takes one', () => {
  assert.deepEqual(Object.keys(BODY_EXAMPLES).sort(), withJson.map(({ operationId }) => operationId).sort());
  for (const { operationId, body } of withJson) {
    assert.ok(body);
    const { value, problems } = createValidator(body, 'body')(structuredClone(BODY_EXAMPLES[operationId]));
    assert.deepEqual(problems, [], operationId);
    if (operationId === 'createImage') assert.deepEqual(imageProblems(value as CreateImage, new Date()), []);
  }
});
