import { buildCatalog } from '../catalog/build-catalog.ts';
import type { Derivation } from './derivation.ts';

/** Updates the violation catalog after an import of a file that it is built from. */
export const updateViolationCatalog: Derivation = async (tx, { live, staged, asOf }) => {
  const isSms = live === 'sms_violations';
  const isDaily = live === 'inspection_violations';
  const isList = live === 'violation_codes';
  if (!isSms && !isDaily && !isList) return;
  const tables = {
    sms: isSms ? staged : null,
    daily: isDaily ? staged : null,
    list: isList ? staged : 'violation_codes',
  };
  await buildCatalog(tx, tables, isSms ? asOf : null);
};
