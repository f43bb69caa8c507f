import type { FastifyReply } from 'fastify';
import { PackedRows } from '../../domain/observations/packed-rows.ts';
import { encodeRows } from './encode-rows.ts';

/** Sends encoded JSON without the serializer of the route's schema. */
export function sendJson(reply: FastifyReply, json: string | Buffer): never {
  return reply
    .type('application/json; charset=utf-8')
    .send(typeof json === 'string' ? Buffer.from(json) : json) as never;
}

/** The bytes of frozen objects: a cached carrier record is the same object in every response. */
const encoded = new WeakMap<object, Buffer>();

/**
 * The bytes of `JSON.stringify(value)`, where packed rows stand for an array of objects. Plain objects and arrays only;
 * an object that is frozen must be frozen deeply.
 */
export function encodeJson(value: unknown): Buffer {
  const pieces: Buffer[] = [];
  let text = '';
  const add = (bytes: Buffer) => {
    if (text !== '') pieces.push(Buffer.from(text));
    text = '';
    pieces.push(bytes);
  };
  const write = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) {
      text += JSON.stringify(part) ?? 'null';
    } else if (part instanceof PackedRows) {
      add(encodeRows(part));
    } else if (Array.isArray(part)) {
      text += '[';
      for (const [i, item] of part.entries()) {
        if (i > 0) text += ',';
        write(item);
      }
      text += ']';
    } else if (Object.isFrozen(part)) {
      const bytes = encoded.get(part) ?? Buffer.from(JSON.stringify(part));
      encoded.set(part, bytes);
      add(bytes);
    } else {
      let separator = '{';
      for (const [name, item] of Object.entries(part)) {
        if (item === undefined) continue;
        text += `${separator}${JSON.stringify(name)}:`;
        separator = ',';
        write(item);
      }
      text += separator === '{' ? '{}' : '}';
    }
  };
  write(value);
  if (text !== '') pieces.push(Buffer.from(text));
  return Buffer.concat(pieces);
}
