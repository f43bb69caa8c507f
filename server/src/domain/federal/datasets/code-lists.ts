import { column, columns, type Dataset, required } from '../dataset.ts';
import { flag } from '../values/flag.ts';
import { id, smallCount } from '../values/number.ts';
import { keyText, text } from '../values/text.ts';

/** County names for the county numbers in inspections and crashes. */
export const countyCodes: Dataset = {
  name: 'county-codes',
  title: 'MCMIS county codes',
  portalId: null,
  table: 'county_codes',
  columns: [
    required('state', 'state', keyText),
    required('county_name', 'county_name', text),
    required('county_code', 'county_code', id),
  ],
};

/** Vehicle types by the world manufacturer identifier, the first characters of a VIN. */
export const wmiVehicleTypes: Dataset = {
  name: 'wmi-vehicle-types',
  title: 'World manufacturer identifiers (vPIC)',
  portalId: null,
  table: 'wmi_vehicle_types',
  columns: [
    required('wmi', 'wmi', keyText),
    required('vehicle_type', 'vehicle_type', text),
    ...columns(text, 'manufacturer', 'make', 'country'),
    column('truck_type_id', 'truck_type_id', smallCount),
  ],
};

/** An additional source of the violation catalog, after the SMS violation file. A code can have different weights for different descriptions, so the whole row is the key. */
export const violationCodes: Dataset = {
  name: 'violation-codes',
  title: 'SMS violation codes',
  portalId: null,
  table: 'violation_codes',
  columns: [
    required('violation_code', 'violation_code', text),
    required('basic', 'basic', text),
    required('violation_group', 'violation_group', text),
    column('severity_weight_by_group', 'severity_weight', smallCount),
    column('in_driver_sms', 'in_driver_sms', flag),
    column('description', 'description', text),
  ],
  generatedKey: 'row_hash',
};
