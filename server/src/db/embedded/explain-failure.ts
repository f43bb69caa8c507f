import { AppError, codeOf, messageOf, operatorError } from '../../lib/errors.ts';

/** One sentence that says what to do, from what the operating system or PostgreSQL complained about. */
export function explainFailure(error: unknown, dataDir: string): AppError {
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
      `This user may not write to ${dataDir}. Give it the right or set DATA_DIR to another folder.`,
      error,
    );
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return operatorError(`${dataDir} is not a folder. Set DATA_DIR to a folder.`, error);
  }
  return operatorError(`The embedded PostgreSQL in ${dataDir} did not start: ${text}`, error);
}
