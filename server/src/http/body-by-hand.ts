import type { FastifySchemaCompiler } from 'fastify';
import { createValidator } from './validator.ts';

const usual = createValidator();

/** For routes whose domain function checks the body, so that all its problems are told at once. */
export const bodyByHand: FastifySchemaCompiler<object> = (part) =>
  part.httpPart === 'body' ? () => true : usual(part);
