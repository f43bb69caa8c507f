import { AppError, codeOf, messageOf, operatorError } from '../../lib/errors.ts';

/** Turns an error of the operating system or of PostgreSQL into a sentence that tells the operator what to do. */
export function explainStartFailure(error: unknown, dataDir: string): AppError {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  const text = messageOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT' || /No space left on device|Disk quota exceeded/i.test(text)) {
    return operatorError(
      `The disk that holds ${dataDir} is full. Free some space or set DATA_DIR to another disk.`,
      error,
    );
  }
  if (
    code === 'EACCES' ||
    code === 'EPERM' ||
    code === 'EROFS' ||
    /Permission denied|Read-only file system/i.test(text)
  ) {
    return operatorError(
      `This user is not allowed to write to ${dataDir}. Change its permissions or set DATA_DIR to another folder.`,
      error,
    );
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return operatorError(`${dataDir} is not a folder. Set DATA_DIR to a folder.`, error);
  }
  return operatorError(`Embedded PostgreSQL in ${dataDir} did not start: ${text}`, error);
}
