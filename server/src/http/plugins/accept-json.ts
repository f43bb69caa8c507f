import { isUtf8 } from 'node:buffer';
import { AppError } from '../../lib/errors.ts';
import type { App } from '../route.ts';

/**
 * Accepts only JSON that is not compressed. The keys `__proto__` and `constructor` are dropped like other unknown keys. A
 * body without any byte counts as missing.
 */
export function acceptJson(app: App): void {
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined);
    if (!isUtf8(bytes)) return done(notJson(0));
    return parse(request, bytes.toString('utf8'), (error, body) => {
      if (!error) return done(null, body);
      return done(notJson(Number(/position (\d+)/.exec(error.message)?.[1] ?? 0)));
    });
  });
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const coding = request.method === 'GET' ? undefined : request.headers['content-encoding'];
    if (coding === undefined || /^(identity)?$/i.test(coding.trim())) return done(null, payload);
    return done(
      new AppError('unsupported', 'Content-Encoding is not supported: send the body uncompressed.'),
    );
  });
}

function notJson(position: number): AppError {
  const problem = { type: 'json_invalid', loc: ['body', position], msg: 'JSON decode error', input: {} };
  return new AppError('malformed', 'The body is not valid JSON.', { problems: [problem] });
}
