import { createHmac } from 'node:crypto';
import type { Manifest } from './manifest.ts';

export type Secret = { name: string; value: string };

/** Only comparable within one backup: the id is the key, so that fingerprints do not identify a secret elsewhere. */
export function fingerprints(backupId: string, secrets: Secret[]): Manifest['secrets'] {
  return secrets.map(({ name, value }) => ({
    name,
    fingerprint: createHmac('sha256', backupId).update(value).digest('hex').slice(0, 16),
  }));
}

/** The names of secrets that differ from those at the time of the backup. */
export function differingSecrets(manifest: Manifest, secrets: Secret[]): string[] {
  const present = new Map(fingerprints(manifest.id, secrets).map((one) => [one.name, one.fingerprint]));
  return manifest.secrets
    .filter(({ name, fingerprint }) => present.get(name) !== fingerprint)
    .map(({ name }) => name);
}
