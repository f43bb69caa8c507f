import { contactOperations } from './contact-operations.ts';
import { laneOperations } from './lane-operations.ts';
import { mismatchOperations } from './mismatch-operations.ts';
import { object, type Shape, text, whole } from './shapes.ts';
import { vettingOperations } from './vetting-operations.ts';

/** One operation of the reference service. Everything here is from its public documents, nothing from our code. */
export type ReferenceOperation = {
  /** With `{name}` for path parameters. */
  endpoint: string;
  permission: string;
  /** Query parameters: required ones have no default. */
  query?: Record<string, { required?: true; minimum?: number; maximum?: number; default?: unknown }>;
  /** Keys of the body, `!` after a required one. */
  body?: string[];
  success: { status: number; shape: Shape };
  /** The other statuses that it documents. */
  errors: number[];
  /** `text`: `{detail}`, with message and subcode for 401. `code`: `{message, code}`. */
  errorForm: 'text' | 'code';
  /** 404 is `{message}`, whatever the form of the others. */
  notFound?: 'message';
};

export const referenceOperations: ReferenceOperation[] = [
  ...contactOperations,
  ...laneOperations,
  ...mismatchOperations,
  ...vettingOperations,
];

export function errorShape({ errorForm, notFound }: ReferenceOperation, status: number): Shape {
  if (status === 404 && notFound === 'message') return object({ message: text });
  if (errorForm === 'code') return object({ message: text, code: whole });
  if (status === 401) return object({ detail: object({ message: text, subcode: text }) });
  return object({ detail: text });
}
