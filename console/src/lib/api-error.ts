import { ApiError } from '@milepost/sdk';

export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  return new ApiError({
    status: 0,
    detail: 'Something went wrong on this page. Reload it and try again.',
    cause: thrown,
  });
}
