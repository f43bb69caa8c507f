import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testApi } from '../../server/test/support/api.ts';
import { measurePrivate } from '../accuracy/private/measure-private.ts';

test('of generated images with private cars, only those of trucks stay, without the plate of any car', async () => {
  const api = await testApi({ env: { PRIVATE_VEHICLES: 'drop' } });
  const { organizationId } = await api.customer();
  const { db: database, services, settings } = api;
  const { blobs: store } = settings;
  assert.equal(store.kind, 'files');
  const blobs = store.kind === 'files' ? store.root : '';
  const result = await measurePrivate(
    { database, services, organizationId, blobs },
    { count: 6, seed: 31, processes: 1 },
  );
  assert.deepEqual(result, {
    ...{ cars: 3, trucks: 3, keptTrucks: 3, truckPlates: 3 },
    ...{ traces: [], legible: [] },
  });
});
