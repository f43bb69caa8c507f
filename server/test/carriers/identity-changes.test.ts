import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CensusArchive,
  isSameAddress,
  isSameMailbox,
  isSameName,
} from '../../src/domain/carriers/signals/identity-changes.ts';

test('does not take a correction for a change of identity', () => {
  assert.ok(isSameName('ACME TRUCKING LLC', 'Acme Trucking, Inc.'));
  assert.ok(isSameName('ACME TRUKCING LLC', 'ACME TRUCKING LLC'));
  assert.ok(!isSameName('ACME TRUCKING LLC', 'ZENITH TRUCKING LLC'));
  assert.ok(isSameMailbox('office@acme.example', 'Dispatch@ACME.example'), 'another user of the company');
  assert.ok(!isSameMailbox('acme@gmail.com', 'zenith@gmail.com'), 'anyone can have it');
  assert.ok(isSameAddress('12 MILL ST, AKRON, OH 44301', '12 MLIL STREET, AKRON, OH 44301-1200'));
  assert.ok(
    isSameAddress('12 MILL ST, AKRON, OH 44301', '12 MILL ST, AKRON, OH 44302'),
    'a corrected ZIP code',
  );
  assert.ok(!isSameAddress('12 MILL ST, AKRON, OH 44301', '14 MILL ST, AKRON, OH 44301'));
  type Held = ConstructorParameters<typeof CensusArchive>[0];
  const held = (field: string, ...values: (string | null)[]) =>
    values.map((value, n) => ({
      ...{ source: 'company-census', field, item: '', value, first_seen: '2026-01-01' },
      ...{ last_seen: '2026-02-01', replaced_on: n < values.length - 1 ? '2026-02-02' : null },
    })) as Held;
  const kinds = (...values: Held[]) =>
    new CensusArchive(values.flat(), '2026-11-10').identityChanges().map(({ kind }) => kind);
  assert.deepEqual(kinds(held('phone', '2165550101', '3305550177')), ['phone']);
  assert.deepEqual(kinds(held('phone', '2165550101', '2165550107')), [], 'another line');
  assert.deepEqual(kinds(held('phone', null, '3305550177')), [], 'there was none before');
  const later = new CensusArchive(held('phone', '2165550101', '3305550177'), '2026-02-01');
  assert.deepEqual(later.identityChanges(), [], 'the change is in a later file');
  const swapped = [held('phone', '2165550101', '3305550177'), held('cell_phone', '3305550177', '2165550101')];
  assert.deepEqual(kinds(...swapped), [], 'phone and cell phone were swapped');
  assert.deepEqual(kinds(held('officer_1', 'ANN LEE', 'BOB MOSS')), ['officer']);
  assert.deepEqual(kinds(held('officer_1', 'ANN LEE', 'LEE, ANN Q')), [], 'the same person');
  const second = [held('officer_1', 'ANN LEE', 'BOB MOSS'), held('officer_2', 'BOB MOSS', 'ANN LEE')];
  assert.deepEqual(kinds(...second), [], 'the officers were swapped');
});
