import type {
  ApiError,
  Client,
  Identity,
  OperationId,
  OperationInput,
  OperationResponse,
} from '@milepost/sdk';
import {
  keepPreviousData,
  QueryClient,
  type UseQueryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { createContext, useCallback, useContext, useRef } from 'react';

/** The signed-in user and an API client with their credentials. */
type Customer = {
  identity: Identity;
  client: Client;
  /** The sign-in page shows the reason. */
  endSession: (reason: string | null) => void;
};

const CustomerContext = createContext<Customer | null>(null);

export const CustomerProvider = CustomerContext.Provider;

export function useCustomer(): Customer {
  const customer = useContext(CustomerContext);
  if (customer === null) throw new Error('No user is signed in.');
  return customer;
}

export function useRoles(): (...roles: Identity['roles']) => boolean {
  const { identity } = useCustomer();
  return (...roles) => roles.some((role) => identity.roles.includes(role));
}

/** What the user manages: all organizations, their own organization, or nothing. */
export type Scope = 'operator' | 'organization' | null;

export function useScope(): Scope {
  const { roles, organization_kind } = useCustomer().identity;
  if (!roles.includes('admin')) return null;
  return organization_kind === 'operator' ? 'operator' : 'organization';
}

/** Each of these roles may send images. */
export const UPLOADERS = ['admin', 'image-ingest-endpoint'] as const;

/** Each of these roles may read alerts and their matches. */
export const ALERT_READERS = [
  'external-api-get-alerts-endpoint',
  'external-api-get-all-company-alerts',
] as const;

/** Whether the user may read observations: records of single vehicles. The service enforces the same rule. */
export function useMayReadObservations(): boolean {
  const { organization_kind, roles } = useCustomer().identity;
  return organization_kind === 'insurance' || (organization_kind === 'operator' && roles.includes('admin'));
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        // A request that the service rejected is not repeated.
        retry: (failures, error) => failures < 2 && isTemporary(error as ApiError),
      },
      // Without a network, a change fails at once. By default it would wait and be sent whenever the network returns.
      mutations: { networkMode: 'always' },
    },
  });
}

function isTemporary({ status }: ApiError): boolean {
  return status === 0 || status === 429 || status >= 500;
}

/** Operations that return one response. Streams have methods of their own. */
type Single = Exclude<OperationId, 'followMatches' | 'listCarrierProfiles'>;
type Input<Id extends Single> = Omit<OperationInput<Id>, 'signal'>;
type Options<Response> = {
  enabled?: boolean;
  /** Repeats the request. A function may decide by the last response; false ends the repetition. */
  intervalMs?: number | ((last: Response | undefined) => number | false);
  /** Shows the result of the previous input until the new one arrives, so that the page does not move. */
  keepPrevious?: boolean;
};

/** Loads the response of an operation and caches it by its input. */
export function useApi<Id extends Single>(
  id: Id,
  input: Input<Id>,
  options: Options<OperationResponse<Id>> = {},
) {
  return useQuery(queryOf(useCustomer(), id, input, options));
}

/** Loads the responses of an operation for several inputs. */
export function useApis<Id extends Single>(
  id: Id,
  inputs: Input<Id>[],
  options: Options<OperationResponse<Id>> = {},
) {
  const customer = useCustomer();
  return useQueries({ queries: inputs.map((input) => queryOf(customer, id, input, options)) });
}

function queryOf<Id extends Single>(
  { client, identity }: Customer,
  id: Id,
  input: Input<Id>,
  { enabled = true, intervalMs, keepPrevious = false }: Options<OperationResponse<Id>>,
): UseQueryOptions<OperationResponse<Id>, ApiError> {
  // The methods of all operations have the same form, which a generic ID cannot show.
  const send = client[id] as unknown as (input: unknown) => Promise<OperationResponse<Id>>;
  return {
    queryKey: [id, identity.user_id, input],
    queryFn: ({ signal }) => send({ ...input, signal }),
    enabled,
    ...(intervalMs !== undefined && {
      refetchInterval: ({ state }) => (typeof intervalMs === 'number' ? intervalMs : intervalMs(state.data)),
    }),
    ...(keepPrevious && { placeholderData: keepPreviousData }),
  };
}

/**
 * A change. Everything on the page is loaded again after `onDone`. It is sent once at a time: a button is disabled only
 * after the next render, and a double click is faster. The next change does not wait for the page to be loaded again.
 */
export function useAction<Result, Input = void>(
  run: (client: Client, input: Input) => Promise<Result>,
  onDone?: (result: Result, input: Input) => unknown,
) {
  const { client } = useCustomer();
  const queries = useQueryClient();
  const isSending = useRef(false);
  const forms = useRef(new Map<string, () => void>());
  const mutation = useMutation<Result, ApiError, Input>({
    mutationFn: (input) =>
      run(client, input)
        .then((result) => {
          for (const saved of forms.current.values()) saved();
          return result;
        })
        .finally(() => {
          isSending.current = false;
        }),
    onSuccess: async (result, input) => {
      await onDone?.(result, input);
      await queries.invalidateQueries();
    },
  });
  const mutate: typeof mutation.mutate = (...args) => {
    if (isSending.current) return;
    isSending.current = true;
    mutation.mutate(...args);
  };
  /** Calls back after each success, also when the form is no longer on the page. */
  const onSaved = useCallback((form: string, saved: () => void) => {
    forms.current.set(form, saved);
  }, []);
  return { ...mutation, mutate, onSaved };
}
