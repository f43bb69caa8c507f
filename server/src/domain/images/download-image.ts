import { MAX_IMAGE_BYTES } from '../../contract/image.ts';
import { AppError } from '../../lib/errors.ts';
import { type Outbound, type OutboundReason, outboundReason } from '../../lib/outbound.ts';
import { type Received, receiveBytes, type Sink } from './receive-bytes.ts';

const DEADLINE_MS = 10_000;
const MAX_REDIRECTS = 3;
const RETRY_AFTER_SECONDS = 60;
const TEMPORARY_REASONS = new Set<OutboundReason | null>([
  'unresolved',
  'unreachable',
  'insecure',
  'timeout',
  'broken_answer',
  'cancelled',
]);

/** Stops at the first byte that cannot belong to an image. */
export async function downloadImage(outbound: Outbound, url: string, file: Sink): Promise<Received> {
  try {
    const response = await outbound.send({
      url,
      headers: { accept: 'image/jpeg, image/png, image/webp' },
      deadlineMs: DEADLINE_MS,
      maxBytes: MAX_IMAGE_BYTES,
      maxRedirects: MAX_REDIRECTS,
      keepAlive: true,
    });
    if (response.status !== 200) {
      response.cancel();
      throw new UnexpectedStatus(response.status);
    }
    return await receiveBytes(response.body, file);
  } catch (error) {
    // Other errors are those of the file.
    throw error instanceof AppError ? downloadError(error) : error;
  }
}

class UnexpectedStatus extends AppError {
  readonly status: number;

  constructor(status: number) {
    super('failed', `The server responded with status ${status}.`);
    this.status = status;
  }
}

/** Its last sentence tells the client whether to send the request again; `Retry-After` is set only if it should. */
function downloadError(error: AppError): AppError {
  const reason = outboundReason(error);
  const mayHelp = isTemporary(error, reason);
  const advice = mayHelp ? 'Retry later.' : 'Retrying will not help.';
  return new AppError('failed', `The image could not be downloaded. ${error.message} ${advice}`, {
    detail: { reason, because: error.detail },
    cause: error,
    ...(mayHelp && { retryAfterSeconds: RETRY_AFTER_SECONDS }),
  });
}

function isTemporary(error: AppError, reason: OutboundReason | null): boolean {
  if (!(error instanceof UnexpectedStatus)) return TEMPORARY_REASONS.has(reason);
  return error.status >= 500 || [408, 425, 429].includes(error.status);
}
