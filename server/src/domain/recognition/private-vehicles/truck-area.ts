import { readFieldNames } from '../../../contract/truck-fields.ts';
import { isInside } from '../readings/plates/located-plates.ts';
import { type Fields, isReliable, type Reading } from '../readings/reading.ts';
import type { Box, ImageReading, Quad } from '../recognizer.ts';
import { type Bounds, boundsOf, centerOf, detectedBounds, hasCenterOf } from './bounds.ts';

/** The plate of a truck is below its lettering or a little beside it: shares of the lettering's and of the image's width. */
const [BESIDE_LETTERING, BESIDE_IN_IMAGE] = [0.25, 0.05];

/**
 * The part of the image where the plate of the truck may be; null if the image shows no truck. It is the box of the detection or,
 * if that is the whole image, what is above and below the lettering that shows that the vehicle is a truck.
 */
export function truckArea(reading: ImageReading, fields: Fields, box: Box): Bounds | null {
  const { width, height } = reading;
  const lettering = truckLettering(reading, fields);
  const detected = detectedBounds(box, width, height);
  if (detected) return lettering.some((quad) => hasCenterOf(detected, quad)) ? detected : null;
  if (lettering.length === 0) return null;
  const { left, right } = boundsOf(lettering);
  const beside = Math.max(BESIDE_LETTERING * (right - left), BESIDE_IN_IMAGE * width);
  return { left: left - beside, right: right + beside, top: 0, bottom: height };
}

/** What only a truck has. A number after USDOT or MC counts with any level; other lettering must be read reliably. */
export function truckReadings(fields: Fields): Reading[] {
  const { usdot_number, mc_number, containers, chassis, permits, placards } = fields;
  const numbers: Reading[] = [usdot_number, mc_number];
  const others = readFieldNames().flatMap((name) => {
    const reading: Reading = fields[name];
    return name === 'alpr_plate_number' || numbers.includes(reading) ? [] : [reading];
  });
  return [
    ...numbers.filter(({ value }) => value !== ''),
    ...[...others, ...containers, ...chassis, ...permits, ...placards].filter(isReliable),
  ];
}

/** Lettering on a plate says nothing about the vehicle: a number alone may be a plate. */
function truckLettering({ lines, plates = [] }: ImageReading, fields: Fields): Quad[] {
  const indexes = new Set(truckReadings(fields).flatMap((one) => one.lines));
  const quads = [...indexes].flatMap((index) => (lines[index] ? [lines[index].quad] : []));
  return quads.filter((quad) => !plates.some((plate) => isInside(plate.quad, centerOf(quad))));
}
