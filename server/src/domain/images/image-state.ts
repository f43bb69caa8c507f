import type { ImageState } from '../../contract/image.ts';

type Ended = { died_at: Date | string | null; recognized_at: Date | string | null };

export function stateOf({ died_at, recognized_at }: Ended): ImageState {
  if (died_at !== null) return 'failed';
  return recognized_at === null ? 'stored' : 'recognized';
}
