import { AUDIT_ACTIONS, FLAG_PHRASES } from './audit-actions.ts';
import type { EntryRow } from './entry.ts';

const IRREGULAR: Record<string, string> = {
  have: 'had',
  make: 'made',
  put: 'put',
  see: 'saw',
  send: 'sent',
  set: 'set',
  take: 'took',
  withdraw: 'withdrew',
};

export function pastOf(verb: string): string {
  const irregular = IRREGULAR[verb];
  if (irregular !== undefined) return irregular;
  if (verb.endsWith('e')) return `${verb}d`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${verb}ed`;
}

const NAMELESS = {
  user: 'Someone',
  key: 'A client with an API key',
  cli: 'A command on the server',
  link: 'The holder of a link',
  system: 'The service',
};

type Told = Pick<EntryRow, 'action' | 'actor' | 'actor_kind' | 'details' | 'outcome'>;

function whoOf({ actor, actor_kind: kind }: Told): string {
  if (kind === 'system' || actor === '') return NAMELESS[kind];
  return kind === 'cli' ? `${actor} (on the server)` : actor;
}

function phraseOf({ action, details }: Told): string {
  const flags = Object.entries((details.flags ?? {}) as Record<string, boolean>);
  const fields = (details.fields ?? []) as string[];
  const [name, value] = fields.length === 1 && flags.length === 1 ? (flags[0] ?? []) : [];
  const ofFlag = name === undefined ? undefined : FLAG_PHRASES[action]?.[name]?.[String(value)];
  // An entry of an earlier version can have an action that is not recorded anymore.
  const phrase = ofFlag ?? (AUDIT_ACTIONS as Record<string, string>)[action] ?? `do ${action} {object}`;
  const listed = fields.map((field) => field.replaceAll('_', ' ')).join(', ');
  return phrase.replace('{fields}', listed === '' ? '' : `: ${listed}`);
}

/** "ana.ruiz@example.com paused the alert Reefer 4471". `object` is the object with its name. */
export function auditSentence(entry: Told, object: string): string {
  const phrase = phraseOf(entry)
    .replace('{object}', () => object)
    .trim();
  const who = whoOf(entry);
  if (entry.outcome === 'denied') return `${who} tried to ${phrase} and was not permitted`;
  if (entry.outcome === 'failed') return `${who} tried to ${phrase}; it failed`;
  if (entry.outcome === 'unknown') return `${who} began to ${phrase}; how it ended is unknown`;
  const [verb = '', ...rest] = phrase.split(' ');
  return [who, pastOf(verb), ...rest].join(' ');
}
