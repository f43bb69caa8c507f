import type pg from 'pg';

/** Inserts carriers with consecutive USDOT numbers into the census and the registers. Their fleet size, cargo and age vary. */
export async function addCompanies(
  client: Pick<pg.ClientBase, 'query'>,
  first: number,
  count: number,
): Promise<void> {
  const numbers = `from generate_series(${first}, ${first + count - 1}) n`;
  const type = 'Motor Carrier of Property (Except Household Goods)';
  await client.query(
    `insert into company_census (usdot_number, legal_name, status_code, power_units, total_drivers, cargo_classes, owned_tractors,
       owned_trailers, phy_city, phy_state, phy_zip) select n, 'CARRIER ' || n, 'A', n % 200, 5, array[1 + n % 30], 3, n % 4, 'DAYTON', 'OH', '45402' ${numbers}`,
  );
  await client.query(
    `insert into motus_carriers (usdot_number, docket_prefix, docket_number, authority_type, authority_status)
     select n, 'MC', n, '${type}', 'Active' ${numbers}`,
  );
  await client.query(
    `insert into motus_authority_history (usdot_number, row_hash, docket_prefix, docket_number, authority_type, authority_status,
       reason, status_change_date) select n, n, 'MC', n, '${type}', 'Active', 'Granted', date '2012-01-01' + n % 5000 ${numbers}`,
  );
  await client.query(
    `insert into motus_insurance (usdot_number, row_hash, docket_prefix, docket_number, form_code, type_code, class_code,
       max_coverage_dollars, underlying_limit_dollars, policy_number, effective_date)
     select n, n, 'MC', n, 'BMC-91X', '1', 'P', 500000 + n % 3 * 250000, 0, 'P', '2025-01-01' ${numbers}`,
  );
  for (const name of ['company_census', 'motus_carriers', 'motus_authority_history', 'motus_insurance'])
    await client.query(`vacuum analyze ${name}`);
}
