/** The identifiers of a truck that an image shows with Medium or High; `other`: neither a USDOT number nor a plate. */
export const IDENTIFIED_BY = ['usdot_and_plate', 'usdot', 'plate', 'other'] as const;

/** Why an image identifies no truck. An image has one reason: the first that applies. */
export const UNREAD_REASONS = {
  unreadable_image: 'The recognizer cannot read the file.',
  failed: 'Reading failed for good for another reason.',
  no_text: 'No text was found, and no plate was sent.',
  number_not_registered:
    'A USDOT number was read with Medium, but no carrier of the loaded federal files holds it.',
  placeholder_plate: 'The plate is a text such as `NOPLATE`.',
  invalid_vin: 'A text has the form of a VIN, but its check digit is wrong.',
  low_confidence: 'Identifiers were read, but none with Medium or High.',
  no_candidate: 'Text was read, but none of it can be an identifier.',
} as const;

export type UnreadReason = keyof typeof UNREAD_REASONS;
export type ReadResult = (typeof IDENTIFIED_BY)[number] | UnreadReason;

export const unreadReasons = () => Object.keys(UNREAD_REASONS) as UnreadReason[];
export const readResults = (): ReadResult[] => [...IDENTIFIED_BY, ...unreadReasons()];
