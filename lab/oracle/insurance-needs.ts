import { type Cells, cell, type FilesOfDay, rowsOn } from './register-files.ts';

/** What the newest registers require. */
export function needsOf(history: FilesOfDay[], usdot: number, newest: string) {
  const motus = rowsOn(history, 'motus-carrier', usdot, newest) ?? [];
  const legacy = rowsOn(history, 'legacy-carrier', usdot, newest) ?? [];
  const [census] = rowsOn(history, 'company-census', usdot, newest) ?? [];
  const forHire = /authorized for hire/i.test(census ? cell(census, 'CLASSDEF') : '');
  const yes = (row: Cells, header: string) => cell(row, header) === 'Y';
  const isApplication = (row: Cells) => /^(Pending|Withdrawn)$/.test(cell(row, 'OP_AUTH_STATUS'));
  const isCarrier = (row: Cells) => !/broker|forwarder/i.test(cell(row, 'OP_AUTH_TYPE'));
  const decided = motus.filter((row) => !isApplication(row));
  const held = (row: Cells, ...columns: string[]) => columns.some((one) => /^[AI]$/.test(cell(row, one)));
  let [liability, cargo, bond] = [false, false, false];
  for (const row of motus) {
    liability ||= isApplication(row) ? isCarrier(row) && forHire : Number(cell(row, 'MIN_COV_AMOUNT')) > 0;
    cargo ||= yes(row, 'CARGO_REQ') && (!isApplication(row) || forHire);
    bond ||= yes(row, 'BOND_REQ') && !isApplication(row);
  }
  for (const row of legacy) {
    if (!decided.some(isCarrier)) {
      const amount = Number(cell(row, 'MIN_COV_AMOUNT')) > 0;
      const isHeld = held(row, 'COMMON_STAT', 'CONTRACT_STAT');
      const applies = yes(row, 'COMMON_APP_PEND') || yes(row, 'CONTRACT_APP_PEND') || amount;
      liability ||= isHeld ? amount : applies && forHire;
      cargo ||= yes(row, 'CARGO_REQ') && (isHeld || forHire);
    }
    if (decided.every(isCarrier))
      bond ||= yes(row, 'BOND_REQ') && held(row, 'COMMON_STAT', 'CONTRACT_STAT', 'BROKER_STAT');
  }
  const isActive = (row: Cells) => cell(row, 'OP_AUTH_STATUS') === 'Active';
  const listed = (pattern: RegExp) => decided.filter((row) => pattern.test(cell(row, 'OP_AUTH_TYPE')));
  const activeIn = (rows: Cells[], isLegacyActive: boolean) =>
    rows.length > 0 ? rows.some(isActive) : isLegacyActive;
  const brokers =
    activeIn(
      listed(/broker/i),
      legacy.some((row) => cell(row, 'BROKER_STAT') === 'A'),
    ) ||
    activeIn(
      listed(/forwarder/i),
      legacy.some(
        (row) =>
          cell(row, 'DOCKET_NUMBER').startsWith('FF') &&
          [cell(row, 'COMMON_STAT'), cell(row, 'CONTRACT_STAT')].includes('A'),
      ),
    );
  return { liability, cargo, bond, brokers };
}
