import { type Cells, cell, type FilesOfDay, rowsOn } from './register-files.ts';

/** The authorities of a carrier on a day on which files of both registers exist, from the rows of those files. */
export type AuthorityFigures = {
  common_authority: string;
  contract_authority: string;
  broker_authority: string;
  entity_status: string;
};

type Held = { authority: string; cargo: string; state: 'Active' | 'Inactive' | 'None' };

const CARGO: [RegExp, string, string][] = [
  [/passenger/i, 'Passenger', 'PASSENGER_CHK'],
  [/(^|[^t] )household goods/i, 'Household Goods', 'HHG_CHK'],
];

function motusHeld(row: Cells): Held {
  const type = cell(row, 'OP_AUTH_TYPE');
  const status = cell(row, 'OP_AUTH_STATUS');
  const state = status === 'Active' ? 'Active' : /^(Pending|Withdrawn)$/.test(status) ? 'None' : 'Inactive';
  if (/broker/i.test(type)) return { authority: 'broker', cargo: '', state };
  if (/forwarder/i.test(type)) return { authority: 'forwarder', cargo: '', state };
  const cargo = CARGO.find(([pattern]) => pattern.test(type.replace(/except household goods/i, '')))?.[1];
  return { authority: 'common', cargo: cargo ?? 'Property', state };
}

const LETTERS: Record<string, Held['state']> = { A: 'Active', I: 'Inactive', N: 'None' };

function legacyHeld(row: Cells): Held[] {
  const cargoes = CARGO.filter(([, , column]) => cell(row, column) === 'Y').map(([, name]) => name);
  if (cell(row, 'PROPERTY_CHK') === 'Y' || cargoes.length === 0) cargoes.push('Property');
  const isForwarder = cell(row, 'DOCKET_NUMBER').startsWith('FF');
  const state = (column: string) => LETTERS[cell(row, column)] ?? 'None';
  const carrier = (authority: string, column: string): Held[] =>
    isForwarder
      ? [{ authority: 'forwarder', cargo: '', state: state(column) }]
      : cargoes.map((cargo) => ({ authority, cargo, state: state(column) }));
  return [
    ...carrier('common', 'COMMON_STAT'),
    ...carrier('contract', 'CONTRACT_STAT'),
    { authority: 'broker', cargo: '', state: state('BROKER_STAT') },
  ];
}

export function authorityOn(history: FilesOfDay[], usdot: number, day: string): AuthorityFigures {
  const motus = (rowsOn(history, 'motus-carrier', usdot, day) ?? []).map(motusHeld);
  const decided = motus.filter(({ state }) => state !== 'None');
  const legacy = (rowsOn(history, 'legacy-carrier', usdot, day) ?? []).flatMap(legacyHeld);
  const decides = (authority: string, cargo: string) =>
    decided.filter((one) => one.authority === authority && one.cargo === cargo);
  const remaining = legacy.flatMap((one): Held[] => {
    if (one.authority !== 'contract') return decides(one.authority, one.cargo).length > 0 ? [] : [one];
    const common = decides('common', one.cargo);
    const isOver = common.length > 0 && common.every(({ state }) => state === 'Inactive');
    return [isOver && one.state === 'Active' ? { ...one, state: 'Inactive' } : one];
  });
  const held = [...motus, ...remaining];
  const word = (authority: string) => {
    const states = held.filter((one) => one.authority === authority).map(({ state }) => state);
    return (['Active', 'Inactive'] as const).find((state) => states.includes(state)) ?? 'None';
  };
  const carries = (cargo: string) => held.some((one) => one.cargo === cargo && one.state === 'Active');
  const words = [
    ...['Property', 'Passenger', 'Household Goods'].filter(carries),
    ...(word('broker') === 'Active' ? ['Broker'] : []),
    ...(word('forwarder') === 'Active' ? ['Freight Forwarder'] : []),
  ];
  return {
    common_authority: word('common'),
    contract_authority: word('contract'),
    broker_authority: word('broker'),
    entity_status: words.length > 0 ? `AUTHORIZED FOR ${words.join(', ')}` : 'NOT AUTHORIZED',
  };
}
