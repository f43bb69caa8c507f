import type { DockReason } from '../../contract/brokers/dock-check.ts';
import { editDistance } from '../../lib/edit-distance.ts';
import { CONFUSABLE_DIGITS } from '../../lib/identifiers/confusable.ts';
import type { DockAnswer, DockDecision, DoorFacts } from './dock-check.ts';

type Rule = {
  reason: DockReason;
  answer: DockAnswer;
  applies(facts: DoorFacts): boolean;
  why(facts: DoorFacts): string;
  next?: string;
};

const CLOSER = 'Take a picture of the door alone, from straight ahead, with all of its lettering.';
const COMPARE =
  'Compare the number on the truck with the booked one, digit by digit, or take a closer picture.';
const OTHER_SIDE = 'Take a picture of the other door, and ask the driver for the registration.';
const ASK =
  'Ask the driver for the registration and the lease, and call the carrier at the number that you have on file.';

const isBooked = ({ booked, read }: DoorFacts) => read.value === String(booked.usdot_number);
const isOtherAtHigh = (facts: DoorFacts) =>
  facts.read.value !== '' && facts.read.score === 'High' && !isBooked(facts);
const hasOwnName = ({ names }: DoorFacts) => names.own.length > 0;
const isNear = ({ booked, read }: DoorFacts) => editDistance(read.value, String(booked.usdot_number)) <= 1;
const otherNames = ({ nameHolders }: DoorFacts) =>
  nameHolders.flatMap(({ name, holders }) => (name.isSure && holders.length > 0 ? [{ name, holders }] : []));
const isBookedDocket = ({ booked, mc, docketHolders }: DoorFacts) =>
  docketHolders.includes(booked.usdot_number) || (mc.docket === 'MC' && booked.dockets.includes(mc.value));
/** Below High it may be one of the booked carrier's numbers, misread. */
const mayBeBookedDocket = ({ booked, mc }: DoorFacts) =>
  mc.score !== 'High' &&
  booked.dockets.some((docket) => mc.alternatives.includes(docket) || editDistance(mc.value, docket) <= 1);
const shownNames = ({ names }: DoorFacts) =>
  [...names.others, ...names.similar].map(({ text }) => text).join(', ');

/** In this order: the first rule that applies decides. Every answer but yes is a doubt, so yes is last. */
export const DOCK_RULES: readonly Rule[] = [
  {
    reason: 'nothing_read',
    answer: 'cannot_tell',
    applies: ({ hasText }) => !hasText,
    why: () => 'No text was found in the image.',
    next: CLOSER,
  },
  {
    reason: 'number_of_another_carrier',
    answer: 'no',
    // With the booked name on the door, a digit that is easily confused may be misread.
    applies: (facts) =>
      isOtherAtHigh(facts) && facts.holder !== null && !(hasOwnName(facts) && isConfusable(facts)),
    why: (facts) => {
      const near = isNear(facts) ? ' It differs in one digit from the booked one.' : '';
      return `The door shows USDOT ${facts.read.value}, the number of ${facts.holder?.legal_name}.${near}`;
    },
  },
  {
    reason: 'number_not_registered',
    answer: 'no',
    applies: (facts) =>
      isOtherAtHigh(facts) && facts.holder === null && !(hasOwnName(facts) && isNear(facts)),
    why: ({ read }) =>
      `The door shows USDOT ${read.value}, which no carrier of the loaded federal files holds.`,
  },
  {
    reason: 'name_of_another_carrier',
    answer: 'no',
    applies: (facts) =>
      !facts.isLeased &&
      !hasOwnName(facts) &&
      facts.names.similar.length === 0 &&
      otherNames(facts).length > 0,
    why: (facts) => {
      const [found] = otherNames(facts);
      const number = isBooked(facts) ? 'the booked number, but ' : '';
      return `The door shows ${number}the name ${found?.name.text}, of USDOT ${found?.holders[0]?.usdot_number}.`;
    },
  },
  {
    reason: 'docket_of_another_carrier',
    answer: 'no',
    applies: (facts) =>
      facts.read.value === '' &&
      !hasOwnName(facts) &&
      facts.mc.score === 'High' &&
      facts.docketHolders.length > 0 &&
      !isBookedDocket(facts),
    why: ({ mc, docketHolders }) =>
      `The door shows ${mc.docket} ${mc.value}, which USDOT ${docketHolders[0]} holds.`,
  },
  {
    reason: 'number_not_read',
    answer: 'cannot_tell',
    applies: ({ read }) => read.value === '',
    why: () => 'No USDOT number could be read.',
    next: CLOSER,
  },
  {
    reason: 'two_numbers',
    answer: 'cannot_tell',
    applies: ({ read }) => (read.others?.length ?? 0) > 0 && read.isOperator !== true,
    why: ({ read }) =>
      `The door shows several USDOT numbers: ${[read.value, ...(read.others ?? [])].join(', ')}. No words say which carrier operates the truck.`,
    next: ASK,
  },
  {
    reason: 'number_one_digit_off',
    answer: 'cannot_tell',
    applies: (facts) => !isBooked(facts) && isNear(facts),
    why: ({ read, booked }) =>
      `USDOT ${read.value} was read, which differs in one digit from the booked ${booked.usdot_number}.`,
    next: COMPARE,
  },
  {
    reason: 'another_number',
    answer: 'cannot_tell',
    applies: (facts) => !isBooked(facts),
    why: ({ read }) =>
      `USDOT ${read.value} was read, which is not the booked number, but not with certainty.`,
    next: CLOSER,
  },
  {
    reason: 'number_beside_digits',
    answer: 'cannot_tell',
    applies: ({ beside, hasStrokesBeside }) => beside !== null || hasStrokesBeside,
    why: ({ beside }) =>
      `Beside the number are ${beside === null ? 'strokes like those of lettering' : `further characters (${beside})`}. It may be longer, or cover another one.`,
    next: 'Look whether a sign covers another number, and take a closer picture.',
  },
  {
    reason: 'operated_for_another',
    answer: 'cannot_tell',
    applies: ({ isLeased, read }) => isLeased && read.isOperator !== true,
    why: () =>
      'The door says that the truck is leased or operated for another carrier. It is not clear for which.',
    next: ASK,
  },
  {
    reason: 'name_is_similar',
    answer: 'cannot_tell',
    applies: (facts) => !hasOwnName(facts) && facts.names.similar.length > 0,
    why: (facts) =>
      `The number is the booked one, but the name is ${shownNames(facts)}, not ${facts.booked.names.join(' or ')}.`,
    next: 'Compare the name on the truck with the booked one, letter by letter, or take a closer picture.',
  },
  {
    reason: 'name_is_different',
    answer: 'cannot_tell',
    applies: (facts) => !hasOwnName(facts) && facts.names.others.length > 0,
    why: (facts) =>
      `The number is the booked one, but the name is ${shownNames(facts)}, not ${facts.booked.names.join(' or ')}.`,
    next: ASK,
  },
  {
    reason: 'name_not_read',
    answer: 'cannot_tell',
    applies: (facts) => !hasOwnName(facts),
    why: () => 'The number is the booked one, but no name of the carrier could be read.',
    next: CLOSER,
  },
  {
    reason: 'another_name_too',
    answer: 'cannot_tell',
    applies: ({ names, read }) => names.others.length > 0 && read.isOperator !== true,
    why: (facts) => `Beside the name of the booked carrier, the door shows ${shownNames(facts)}.`,
    next: ASK,
  },
  {
    reason: 'docket_differs',
    answer: 'cannot_tell',
    applies: (facts) =>
      facts.mc.value !== '' &&
      facts.mc.docket === 'MC' &&
      facts.read.isOperator !== true &&
      !isBookedDocket(facts) &&
      !mayBeBookedDocket(facts),
    why: ({ mc, booked, docketHolders }) => {
      const held =
        docketHolders.length > 0
          ? `USDOT ${docketHolders[0]} holds it`
          : 'no carrier of the loaded federal files holds it';
      const own = booked.dockets.length > 0 ? `, the booked carrier has MC ${booked.dockets.join(', ')}` : '';
      return `The number and the name are those of the booked carrier, but the door shows MC ${mc.value}: ${held}${own}.`;
    },
    next: ASK,
  },
  {
    reason: 'vehicle_of_another_carrier',
    answer: 'cannot_tell',
    applies: ({ vehicle, booked }) => vehicle !== null && vehicle.usdot_number !== booked.usdot_number,
    why: ({ vehicle }) =>
      `The door is that of the booked carrier, but the truck (${vehicle?.field === 'vin' ? 'VIN' : 'plate'} ${vehicle?.value}) was seen with USDOT ${vehicle?.usdot_number} before.`,
    next: ASK,
  },
  {
    reason: 'number_not_certain',
    answer: 'cannot_tell',
    applies: ({ usdot, read }) => usdot.score !== 'High' || usdot.value !== read.value,
    why: ({ usdot }) =>
      `The booked number and name were read, but the number only with ${usdot.score} confidence.`,
    next: `${CLOSER} ${OTHER_SIDE}`,
  },
  {
    reason: 'number_and_name_agree',
    answer: 'yes',
    applies: () => true,
    why: ({ booked, mc }) =>
      `The door shows USDOT ${booked.usdot_number} and the name of the booked carrier${mc.value === '' ? '' : `, and ${mc.docket} ${mc.value}`}.`,
  },
];

/** The same facts always give the same answer. */
export function decideDockCheck(facts: DoorFacts): DockDecision {
  const rule = DOCK_RULES.find((one) => one.applies(facts)) as Rule;
  return { answer: rule.answer, reason: rule.reason, why: rule.why(facts), next: rule.next ?? null };
}

/** Two numbers of the same length that differ in one digit, which is easily confused. */
function isConfusable({ booked, read }: DoorFacts): boolean {
  const own = String(booked.usdot_number);
  if (own.length !== read.value.length) return false;
  const different = [...own].flatMap((digit, at) =>
    digit === read.value[at] ? [] : [[digit, read.value[at]]],
  );
  const [pair] = different;
  return different.length === 1 && pair !== undefined && isConfused(pair[0] as string, pair[1] as string);
}

const isConfused = (a: string, b: string) => (CONFUSABLE_DIGITS[a] ?? '').includes(b);
