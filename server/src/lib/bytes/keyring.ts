/** A secret and its predecessors. Every key opens and verifies; only the current one seals and signs. */
export type Keyring = { readonly keys: readonly string[]; current: string };

/** From a setting such as `new,old`. */
export function keyring(setting: string): Keyring {
  const keys = setting.split(',');
  return { keys, current: keys[0] ?? '' };
}
