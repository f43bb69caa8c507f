import type pg from 'pg';
import type { Customer } from '../../api.ts';
import type { Case } from './requests.ts';

const UNKNOWN = '6f2c0000-0000-4000-8000-000000000009';
const lane = 'origin_lat=32.8&origin_lon=-96.8&destination_lat=29.76&destination_lon=-95.37&origin_radius=50';

/** Requests of the operations on facilities. */
export async function facilityCases(
  pool: pg.Pool,
  customer: Customer,
  stranger: Customer,
): Promise<Record<string, () => Case[]>> {
  const facility = async ({ organizationId }: Customer) => {
    const { rows } = await pool.query(
      `insert into facilities (id, organization_id, facility_name, formatted_address, city, state, latitude, longitude,
         contact_phone, contact_url, operating_hours, equipment)
       values (gen_random_uuid(), $1, 'North Dock', 'Dallas, TX 75201', 'Dallas', 'TX', 32.8, -96.8, '214-555-0100',
         'https://acme.com', 'Mon-Fri', '{dry van}') returning id`,
      [organizationId],
    );
    return rows[0].id as string;
  };
  const [own, foreign] = [await facility(customer), await facility(stranger)];
  return {
    'GET /facilities': () => [
      { name: 'a name', status: 200, query: 'name=dock' },
      { name: 'an address', status: 200, query: 'address=dallas' },
      { name: 'a ZIP code', status: 200, query: 'zip_code=75201&radius=150' },
      { name: 'a website with a path', status: 200, query: 'website_domain=acme.com/about' },
      {
        ...{ name: 'a city, with lanes', status: 200 },
        query: 'city=Dallas&state=TX&radius=25&include_lanes=true&top_n=5&min_distance=10&direction=NE',
      },
      {
        ...{ name: 'a point with every filter', status: 200 },
        query:
          'location=32.8,-96.8&lot_size_category=large&facility_type=port|yard&intermodal_drayage=true&limit=20&smart_search=true',
      },
      { name: 'no criterion', status: 400, query: 'radius=10' },
      { name: 'a city without its state', status: 400, query: 'city=Dallas' },
      { name: 'a radius above 150', status: 400, query: 'zip_code=75201&radius=151' },
      { name: 'a website without its TLD', status: 400, query: 'website_domain=acme' },
      { name: 'no direction', status: 400, query: 'name=x&direction=NNE' },
      { name: 'an invalid cursor', status: 400, query: 'name=x&cursor=x' },
      { name: 'a cursor with smart_search', status: 400, query: 'name=x&cursor=x&smart_search=true' },
    ],
    'GET /facility/{facility_id}/network-map': () => [
      { name: 'a facility', status: 200, path: own },
      { name: 'the facility of another customer', status: 404, path: foreign },
      { name: 'an unknown facility', status: 404, path: UNKNOWN },
      { name: 'an id of another form', status: 404, path: 'trimble-1' },
    ],
    'GET /shipper/lanes': () => [
      { name: 'a lane', status: 200, query: `${lane}&destination_radius=50` },
      {
        name: 'the parameter of a test',
        status: 200,
        query: `${lane}&destination_radius=50&testing_new_param=1`,
      },
      { name: 'no radius', status: 400, query: lane },
      { name: 'no number', status: 400, query: `${lane}&destination_radius=x` },
    ],
  };
}
