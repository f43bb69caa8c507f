import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CreateImage, imageProblems } from '../../src/contract/image.ts';
import { createValidator } from '../../src/contract/validate.ts';
import { apiRoutes } from '../../src/http/routes.ts';

const withJson = apiRoutes()
  .flatMap(({ definition }) => definition ?? [])
  .filter(({ body, bodyType }) => body !== undefined && bodyType === undefined);

test('the API reference shows a valid body for every operation that takes one', () => {
  for (const { operationId, body, example } of withJson) {
    assert.ok(body && example, operationId);
    const { value, problems } = createValidator(body, 'body')(structuredClone(example));
    assert.deepEqual(problems, [], operationId);
    if (operationId === 'createImage') assert.deepEqual(imageProblems(value as CreateImage, new Date()), []);
  }
});
