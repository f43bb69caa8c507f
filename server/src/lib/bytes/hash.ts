import { hash } from 'node:crypto';

/** For secrets with enough randomness of their own (keys, tokens): what is stored in their place. */
export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
