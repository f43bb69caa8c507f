import { AppError, codeOf, messageOf, operatorError } from '../../lib/errors.ts';

const DISK_FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);
const NOT_ALLOWED = new Set(['EACCES', 'EPERM', 'EROFS']);

/** Turns an error of a store or of the database into a sentence for the operator. */
export function explainBackupFailure(
  error: unknown,
  where: string,
  operation: 'backup' | 'restore',
): AppError {
  if (error instanceof AppError) return error;
  const code = codeOf(error) ?? '';
  const outcome =
    operation === 'backup'
      ? 'The backup was not completed.'
      : 'The restore was not completed. The database cannot be used until milepost restore succeeds.';
  if (DISK_FULL.has(code)) return operatorError(`The disk is full (${where}). ${outcome}`, error);
  if (NOT_ALLOWED.has(code))
    return operatorError(`This user is not allowed to use ${where}. ${outcome}`, error);
  return operatorError(`${outcome} ${code} ${messageOf(error)}`.replace(/ {2,}/g, ' '), error);
}
