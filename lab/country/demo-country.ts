import { type Country, DEFAULT_AS_OF } from './country.ts';
import { dayOf } from './days.ts';

/** The country that a fresh installation is given. Its pictures are of carriers that its files know. */
export const demoCountry: Country = { seed: 1, carriers: 300, asOfDay: dayOf(DEFAULT_AS_OF) };
