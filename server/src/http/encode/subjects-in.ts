import { VEHICLE_FIELDS } from '../../contract/admin/vehicle-fields.ts';
import type { Subject, SubjectKind } from '../../domain/audit/audit-keys.ts';
import { PackedRows } from '../../domain/observations/packed-rows.ts';

const FIELD_END = 0x1f;
const ROW_END = 0x1e;

/** Adds every plate and VIN in a request or response to `into`. */
export function subjectsIn(value: unknown, into: Subject[]): void {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return;
  if (value instanceof PackedRows) packedSubjects(value, into);
  else if (Array.isArray(value)) for (const item of value) subjectsIn(item, into);
  else objectSubjects(value, into);
}

function objectSubjects(value: object, into: Subject[]): void {
  const { field, value: reading } = value as { field?: unknown; value?: unknown };
  if (typeof field === 'string' && typeof reading === 'string') add(VEHICLE_FIELDS[field], reading, into);
  for (const [name, item] of Object.entries(value)) {
    const kind = VEHICLE_FIELDS[name];
    if (kind === undefined) subjectsIn(item, into);
    else if (typeof item === 'string') add(kind, item, into);
    else if (Array.isArray(item) && item.every((one) => typeof one === 'string')) {
      for (const one of item) add(kind, one, into);
    } else subjectsIn(item, into);
  }
}

function add(kind: SubjectKind | undefined, value: string, into: Subject[]): void {
  if (kind !== undefined && value !== '') into.push({ kind, value });
}

/** Reads only the columns that hold a plate or VIN. */
function packedSubjects({ fields, text, length }: PackedRows, into: Subject[]): void {
  if (length === 0) return;
  const kinds = fields.map(({ name }) => VEHICLE_FIELDS[name]);
  const last = kinds.findLastIndex((kind) => kind !== undefined);
  for (let at = 0; at <= text.length; ) {
    for (let i = 0; i <= last; i++) {
      const from = at;
      while (at < text.length && text.charCodeAt(at) !== FIELD_END && text.charCodeAt(at) !== ROW_END) at++;
      if (at > from) add(kinds[i], text.slice(from, at), into);
      at++;
    }
    const end = text.indexOf('\u001e', at - 1);
    if (end < 0) return;
    at = end + 1;
  }
}
