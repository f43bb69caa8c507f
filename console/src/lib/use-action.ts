import type { ApiError, Client } from '@milepost/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCustomer } from './api.tsx';

/** A change. Everything on the page is loaded again afterward. */
export function useAction<Input, Result>(
  run: (client: Client, input: Input) => Promise<Result>,
  onDone?: (result: Result) => void,
) {
  const { client } = useCustomer();
  const queries = useQueryClient();
  return useMutation<Result, ApiError, Input>({
    mutationFn: (input) => run(client, input),
    onSuccess: async (result) => {
      onDone?.(result);
      await queries.invalidateQueries();
    },
  });
}
