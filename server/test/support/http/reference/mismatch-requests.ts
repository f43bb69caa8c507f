import type pg from 'pg';
import type { Customer } from '../../api.ts';
import type { Case } from './requests.ts';

const UNKNOWN = '6f2c0000-0000-4000-8000-000000000009';

/** Requests of mismatch observations. */
export async function mismatchCases(
  pool: pg.Pool,
  customer: Customer,
  stranger: Customer,
): Promise<Record<string, () => Case[]>> {
  const observation = async ({ organizationId }: Customer) => {
    const { rows } = await pool.query(
      `insert into mismatch_observations (id, organization_id, usdot) values (gen_random_uuid(), $1, '1234567')
       returning id`,
      [organizationId],
    );
    return rows[0].id as string;
  };
  const [kept, gone, foreign] = [
    await observation(customer),
    await observation(customer),
    await observation(stranger),
  ];
  return {
    'POST /mismatch-observations': () => [
      {
        name: 'numbers and pairs',
        status: 201,
        payload: {
          ...{ usdots: ['1234567'], mcs: ['MC-700700'], pairs: [{ mc: '700700', usdot: '1234567' }] },
          ...{ logos: ['HALVO'], alert_name: 'Ours' },
        },
      },
      { name: 'only lists that are empty', status: 400, payload: { usdots: [], mcs: [], pairs: [] } },
      { name: 'an unknown key', status: 400, payload: { usdots: ['1'], vin: 'x' } },
      { name: 'half a pair', status: 400, payload: { pairs: [{ mc: '700700' }] } },
      { name: 'no number', status: 400, payload: { usdots: ['x'] } },
    ],
    'GET /mismatch-observations': () => [
      { name: 'all', status: 200 },
      { name: 'a page of one', status: 200, query: 'page=2&page_size=1' },
      { name: 'too large a page', status: 400, query: 'page_size=501' },
    ],
    'PATCH /mismatch-observations/{observation_id}': () => [
      { name: 'another number', status: 200, path: kept, payload: { mc: '700701', is_disabled: true } },
      { name: 'no field', status: 400, path: kept, payload: {} },
      { name: 'neither number', status: 400, path: kept, payload: { usdot: '', mc: '' } },
      { name: 'an id that is no UUID', status: 400, path: 'nonsense' },
      { name: 'the observation of another customer', status: 403, path: foreign },
      { name: 'an unknown observation', status: 404, path: UNKNOWN },
    ],
    'DELETE /mismatch-observations/{observation_id}': () => [
      { name: 'an observation', status: 204, path: gone },
      { name: 'an id that is no UUID', status: 404, path: 'nonsense' },
      { name: 'the observation of another customer', status: 404, path: foreign },
      { name: 'an unknown observation', status: 404, path: UNKNOWN },
    ],
  };
}
