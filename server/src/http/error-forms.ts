import type { TSchema } from 'typebox';
import {
  CodedError,
  ErrorDetail,
  ErrorDetailWithSubcode,
  ErrorMessage,
  ErrorText,
  SubcodedError,
  TooManyRequests,
} from '../contract/problem.ts';
import type { AppError, Problem } from '../lib/errors.ts';

/**
 * The error bodies of operations that clients of the reference service use. `text`: `detail` is a text, and an object with
 * `message` and `subcode` for 401. `text-404-message`: the same, but `message` is the text of 404. `code`: `message` and
 * `code`, the status. `subcode`: `message` and `subcode`, the status; `error` is the text of 500.
 */
export type ErrorForm = 'text' | 'text-404-message' | 'code' | 'subcode';

export function errorSchema(form: ErrorForm, status: number): TSchema {
  if (form === 'code') return CodedError;
  if (form === 'subcode') return status === 500 ? ErrorText : SubcodedError;
  if (status === 401) return ErrorDetailWithSubcode;
  if (status === 404 && form === 'text-404-message') return ErrorMessage;
  return status === 429 ? TooManyRequests : ErrorDetail;
}

export function errorBody(form: ErrorForm, status: number, error: AppError, message: string): object {
  const text = error.problems ? problemsText(error.problems) : message;
  if (form === 'code') return { message: text, code: status };
  if (form === 'subcode') return status === 500 ? { error: text } : { message: text, subcode: status };
  if (status === 404 && form === 'text-404-message') return { message: text };
  if (status !== 401) return { detail: text, ...error.fields };
  return { detail: { message: text, subcode: error.subcode ?? 'UNAUTHENTICATED' } };
}

/** Every problem in one text: `usdot: Field required; email: Must be a valid email address`. */
export function problemsText(problems: readonly Problem[]): string {
  return problems
    .map(({ loc: [source, ...path], msg }) => {
      const field = path.filter((step) => source !== 'body' || step !== 0 || path.length > 1).join('.');
      return `${field === '' ? source : field}: ${msg}`;
    })
    .join('; ');
}
