import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  POWER_UNIT_TYPE_IDS,
  TRAILER_TYPE_IDS,
  vehicleKind,
} from '../../src/domain/federal/vehicle-types.ts';

test('the vehicle kind comes from an inspection, then a crash report, then the manufacturer', () => {
  assert.equal(vehicleKind({ unitTypeId: 11, wmiVehicleType: 'Trailer' }), 'tractor');
  assert.equal(vehicleKind({ unitType: 'Semi-Trailer', wmiVehicleType: 'Truck' }), 'trailer');
  assert.equal(vehicleKind({ unitType: 'TRUCK TRACTOR' }), 'tractor');
  assert.equal(vehicleKind({ unitType: 'STRAIGHT TRUCK' }), 'straight truck');
  assert.equal(vehicleKind({ unitType: 'PASSENGER VAN' }), 'bus');
  assert.equal(vehicleKind({ crashConfigurationId: 9, wmiVehicleType: 'Truck' }), 'tractor');
  assert.equal(vehicleKind({ wmiVehicleType: 'Truck' }), 'power unit');
  assert.equal(vehicleKind({ wmiVehicleType: 'Incomplete Vehicle' }), 'straight truck');
  assert.equal(vehicleKind({ unitTypeId: 13 }), 'unknown');
});

test('divides unit types into power units and trailers', () => {
  assert.equal(POWER_UNIT_TYPE_IDS, '1, 4, 5, 8, 10, 11, 12');
  assert.equal(TRAILER_TYPE_IDS, '2, 3, 7, 9, 14, 15');
});
