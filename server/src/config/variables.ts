import { featureVariables } from './feature-variables.ts';
import { serviceVariables } from './service-variables.ts';

/** All settings. `settings.ts` validates them; `docs/config.md` is generated from this list. */
export const variables = [...serviceVariables, ...featureVariables] as const;

export type VariableName = (typeof variables)[number]['name'];
