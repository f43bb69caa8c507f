import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { AppError, invalid } from '../../lib/errors.ts';

type UploadOptions<T> = {
  /** The name of the file part and the largest file. */
  file: string;
  maxFileBytes: number;
  /** The name of the text part and its longest text. */
  field: string;
  maxFieldBytes: number;
  /** Reads the file while it arrives. */
  receive: (bytes: AsyncIterable<Buffer>) => Promise<T>;
};

const MAX_OTHER_FIELDS = 10;
const problem = (part: string, type: string, msg: string) => ({
  type,
  loc: ['body', part],
  msg,
  input: null,
});

/** Reads a form with one text and one file, in any order, without holding the file in memory. Other parts are ignored. */
export async function readUpload<T>(
  request: IncomingMessage,
  options: UploadOptions<T>,
): Promise<{ text: string; file: T }> {
  const { file: fileName, field, maxFileBytes, maxFieldBytes } = options;
  const parser = openParser(request, options);
  const ended = Promise.withResolvers<void>();
  let text: string | undefined;
  let file: Promise<T> | undefined;
  parser.on('field', (name, value, _nameTruncated, isTruncated) => {
    if (name !== field) return;
    if (isTruncated) ended.reject(tooLarge(`The part ${field} is larger than ${maxFieldBytes} bytes.`));
    else text = value;
  });
  parser.on('file', (name, stream) => {
    // An unread stream would stop the parser; an error without a listener would end the process.
    stream.on('error', () => undefined);
    if (name !== fileName || file !== undefined) return void stream.resume();
    file = options.receive(limited(stream, fileName, maxFileBytes));
    file.catch(ended.reject);
    return undefined;
  });
  parser.on('finish', () => ended.resolve());
  parser.on('error', () => ended.reject(malformed('The body is not valid multipart/form-data.')));
  const onClose = () => {
    if (!request.complete) ended.reject(malformed('The connection was closed before the end of the body.'));
  };
  request.once('close', onClose);
  request.pipe(parser);
  try {
    await ended.promise;
    const missing = [
      ...(text === undefined ? [problem(field, 'missing', 'Field required')] : []),
      ...(file === undefined ? [problem(fileName, 'missing', 'Field required')] : []),
    ];
    if (text === undefined || file === undefined) throw invalid(missing);
    return { text, file: await file };
  } catch (error) {
    request.unpipe(parser);
    parser.destroy();
    // The rest of the body is read and dropped, so that the client gets the response.
    request.resume();
    throw error;
  } finally {
    request.off('close', onClose);
  }
}

function openParser<T>(request: IncomingMessage, options: UploadOptions<T>): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { ...request.headers, 'content-type': request.headers['content-type'] ?? '' },
      isPartAFile: (name) => name === options.file,
      limits: {
        fieldNameSize: 100,
        fieldSize: options.maxFieldBytes,
        fields: MAX_OTHER_FIELDS,
        fileSize: options.maxFileBytes,
        files: 2,
        parts: MAX_OTHER_FIELDS + 2,
        headerPairs: 20,
        headerSize: 8_192,
      },
    });
  } catch {
    throw malformed('The Content-Type multipart/form-data has no boundary.');
  }
}

async function* limited(
  stream: Readable & { truncated?: boolean },
  name: string,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  for await (const chunk of stream) yield chunk as Buffer;
  if (stream.truncated) throw tooLarge(`The part ${name} is larger than ${maxBytes} bytes.`);
}

const malformed = (message: string) =>
  new AppError('malformed', message, {
    problems: [{ type: 'multipart_invalid', loc: ['body'], msg: message, input: null }],
  });
const tooLarge = (message: string) => new AppError('too_large', message);
