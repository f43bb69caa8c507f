import { type Db, statement } from '../../../db/database.ts';
import { isPlaceholderPlate } from '../../../lib/identifiers/placeholder-plate.ts';
import { vinCheckDigit } from '../../../lib/identifiers/vin-check-digit.ts';
import { findCarriers } from '../carrier-match/usdot-candidates.ts';
import { findVehicle } from '../imputation/find-evidence.ts';
import { plateFormat } from '../readings/plate-formats.ts';
import type { Label } from './label.ts';

type Doubt = (db: Db, label: Label) => Promise<string | null> | string | null;

/** Why a value that a person typed is unlikely, by field. The same facts rate what the engine reads. */
const DOUBTS: { [Field in Label['field']]?: Doubt } = {
  usdot_number: async (db, { value }) => {
    const held = await findCarriers(db, { value, alternatives: [] });
    if (held.some(({ usdot_number }) => usdot_number === Number(value))) return null;
    return (await hasRegister(db)) ? `No carrier holds the USDOT number ${value}.` : null;
  },
  mc_number: async (db, { value }) => {
    const docket = { prefix: 'MC', number: Number(value) };
    const query = { organizationId: 0, when: new Date(), except: [], isShared: false };
    const { docketHolders } = await findVehicle(db, { plate: null, vin: null, trailer: null, docket }, query);
    if (docketHolders.length > 0) return null;
    return (await hasRegister(db)) ? `No carrier holds the MC number ${value}.` : null;
  },
  vin: (_db, { value }) => {
    if (value.length !== 17 || vinCheckDigit(value) === value[8]) return null;
    return 'The check digit of this VIN is wrong.';
  },
  alpr_plate_number: (_db, { value, plate_state }) => {
    if (isPlaceholderPlate(value))
      return 'This text usually stands for a missing plate, so it does not count as a plate.';
    return plateFormat(value, plate_state).fits === 'none' ? 'No state issues plates of this form.' : null;
  },
};

/** Null when the value is plausible, or means that the image does not show the field. */
export async function doubtAbout(db: Db, label: Label): Promise<string | null> {
  return label.value === '' ? null : ((await DOUBTS[label.field]?.(db, label)) ?? null);
}

const registers = statement(
  'labels.has-register',
  `select exists (select from company_census) or exists (select from motus_carriers)
     or exists (select from legacy_carriers) as "isLoaded"`,
);

/** Without the federal files nobody is known to hold a number. */
async function hasRegister(db: Db): Promise<boolean> {
  return (await db.row<{ isLoaded: boolean }>(registers))?.isLoaded ?? false;
}
