import { loadSecrets } from '../../config/secret-file.ts';
import type { Settings } from '../../config/settings.ts';
import { UNSUBSCRIBE_MS } from '../../domain/notifications/mail/unsubscribe.ts';
import { RETRY_SPAN_MS } from '../../domain/notifications/retry-schedule.ts';
import { SECRET_NAMES, type SecretName } from '../../domain/secrets/registry.ts';
import {
  resetSecret,
  rotateSecrets,
  type SecretStatus,
  secretStatus,
} from '../../domain/secrets/rotate-secrets.ts';
import { AppError } from '../../lib/errors.ts';
import { textTable } from '../../lib/text-table.ts';
import type { Command } from '../command.ts';
import { json } from '../options.ts';
import { withDatabase } from '../with-database.ts';

export const secretsStatus: Command = {
  name: 'secrets status',
  audit: { none: 'Changes nothing.' },
  summary: 'Show whether SECRET_KEY and LINK_SECRET match this database, and what a rotation still needs',
  options: { json },
  async run(context, values) {
    const rings = await loadSecrets(context.settings);
    const secrets = await withDatabase(context, (database) => secretStatus(database, rings));
    if (secrets.some(({ problem }) => problem !== null)) context.fail();
    const described = secrets.map((one) => ({ ...one, next: nextStep(one, context.settings) }));
    if (values.json) return context.printJson({ secrets: described });
    const rows = described.map((one) => [
      one.name,
      one.state,
      one.current_since?.toISOString() ?? '',
      one.values_to_reencrypt,
      one.processes_without,
    ]);
    context.print(
      textTable(['secret', 'state', 'current since', 'to re-encrypt', 'processes without it'], rows),
    );
    for (const { name, next } of described) context.print(`${name}: ${next}`);
  },
};

export const secretsRotate: Command = {
  name: 'secrets rotate',
  audit: { action: 'secret.rotate' },
  summary:
    'Change all processes to the first key of SECRET_KEY and LINK_SECRET, and re-encrypt stored secrets with it',
  options: { json },
  async run(context, values) {
    const rings = await loadSecrets(context.settings);
    const { rotations, secrets } = await withDatabase(context, async (database) => ({
      rotations: await rotateSecrets(database, rings),
      secrets: await secretStatus(database, rings),
    }));
    const described = secrets.map((one) => ({ ...one, next: nextStep(one, context.settings) }));
    if (values.json) return context.printJson({ rotations, secrets: described });
    for (const { name, rotated, reencrypted } of rotations) {
      const did = rotated ? 'the new key is in use' : 'the first key was in use already';
      context.print(`${name}: ${did}; ${reencrypted} stored values re-encrypted.`);
    }
    for (const { name, next } of described) context.print(`${name}: ${next}`);
  },
};

export const secretsReset: Command = {
  name: 'secrets reset',
  audit: { action: 'secret.reset' },
  summary:
    'Accept a new SECRET_KEY or LINK_SECRET because the old one is lost; all processes must be stopped',
  operands: '<SECRET_KEY or LINK_SECRET>',
  options: { json },
  async run(context, values, [operand]) {
    const name = SECRET_NAMES.find((one) => one === operand);
    if (!name) throw new AppError('invalid', `Specify one of ${SECRET_NAMES.join(', ')}.`);
    const rings = await loadSecrets(context.settings);
    await withDatabase(context, (database) => resetSecret(database, rings, name));
    if (values.json) return context.printJson({ name });
    context.print(`${name} is accepted. ${LOST[name]}`);
  },
};

const LOST: Record<SecretName, string> = {
  SECRET_KEY: 'Customers must set new webhook secrets; until then, their deliveries fail and are retried.',
  LINK_SECRET: 'Links that were sent before no longer work.',
};

function nextStep(status: SecretStatus, { images }: Settings): string {
  const { name, state, processes_without: missing, values_unreadable: unreadable } = status;
  if (status.problem !== null) return status.problem;
  switch (state) {
    case 'not used yet':
      return 'No process has run on this database yet.';
    case 'ready to rotate':
      return missing > 0
        ? `${missing} running processes do not hold the new key. Restart them with ${name}=new,old.`
        : 'All running processes hold the new key. Run milepost secrets rotate.';
    case 'rotating':
      return `${status.values_to_reencrypt} stored values still need the old key. Run milepost secrets rotate.`;
    case 'rotated':
      return oldKeyText(status, images.linkSeconds);
    default:
      return unreadable > 0
        ? `${unreadable} stored values cannot be read; their owners must set new webhook secrets.`
        : 'Nothing to do.';
  }
}

function oldKeyText({ name, replaced_at: at }: SecretStatus, linkSeconds: number): string {
  if (name === 'SECRET_KEY')
    return 'Nothing needs the old key. Remove it from the setting and restart the processes.';
  if (at === null) return 'The old secret was never used here. Remove it from the setting.';
  const day = (ms: number) => new Date(at.getTime() + ms).toISOString().slice(0, 16).replace('T', ' ');
  const images = day(linkSeconds * 1_000 + RETRY_SPAN_MS);
  return `Links to images need the old secret until ${images} UTC, and unsubscribe links of earlier emails until ${day(UNSUBSCRIBE_MS)} UTC. Then remove it from the setting.`;
}
