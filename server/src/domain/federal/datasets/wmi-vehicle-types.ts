import { column, type Dataset, required } from '../dataset.ts';
import { smallCount } from '../values/number.ts';
import { keyText, text } from '../values/text.ts';

/** What the first letters of a VIN say of the vehicle. */
export const wmiVehicleTypes: Dataset = {
  name: 'wmi-vehicle-types',
  title: 'World manufacturer identifiers (vPIC)',
  portalId: null,
  table: 'wmi_vehicle_types',
  columns: [
    required('wmi', 'wmi', keyText),
    required('vehicle_type', 'vehicle_type', text),
    column('manufacturer', 'manufacturer', text),
    column('make', 'make', text),
    column('country', 'country', text),
    column('truck_type_id', 'truck_type_id', smallCount),
  ],
};
