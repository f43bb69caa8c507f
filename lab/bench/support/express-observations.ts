import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type pg from 'pg';

const fields = `alpr_plate_number, usdot_number::text, time_captured, mc_number, vin, cab_number, equipment_type,
  equipment_number, equipment_logo, location_city, location_state, latitude, longitude, route, source, type`;

/** The peer: Express and pg with OFFSET and count(*), without credentials or call limits. */
export async function expressObservations(pool: pg.Pool) {
  const app = express();
  app.get('/observations', async (request, response) => {
    const [usdot = 0, page = 1, size = 100] = ['usdot_number', 'page', 'page_size'].map((name) =>
      Number(request.query[name]),
    );
    const rows = await pool.query({
      name: 'peer.page',
      text: `select ${fields} from observations where usdot_number = $1
        order by time_captured desc, id desc limit $2 offset $3`,
      values: [usdot, size, (page - 1) * size],
    });
    const count = await pool.query({
      name: 'peer.count',
      text: 'select count(*)::int as total from observations where usdot_number = $1',
      values: [usdot],
    });
    const { total } = count.rows[0];
    response.json({
      fmcsa_detail: [],
      observations: rows.rows,
      pagination: {
        page,
        page_size: size,
        results_returned: rows.rows.length,
        has_more: page * size < total,
        total,
        total_pages: Math.ceil(total / size),
      },
    });
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
