import type { MethodId } from '../../../contract/scores.ts';
import type { Method } from './method.ts';
import { currentMethod } from './method-current.ts';
import { previewMethod } from './method-preview.ts';

export const methods: Readonly<Record<MethodId, Method>> = { current: currentMethod, preview: previewMethod };

export function isMethod(name: string): name is MethodId {
  return Object.hasOwn(methods, name);
}
