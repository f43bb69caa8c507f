import type {
  ApiError,
  Client,
  Identity,
  OperationId,
  OperationInput,
  OperationResponse,
} from '@milepost/sdk';
import { keepPreviousData, QueryClient, useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';

/** The signed-in user and an API client with their credentials. */
export type Customer = { identity: Identity; client: Client };

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
type Options = {
  enabled?: boolean;
  /** Repeats the request. */
  intervalMs?: number;
  /** Shows the result of the previous input until the new one arrives, so that the page does not move. */
  keepPrevious?: boolean;
};

/** Loads the response of an operation and caches it by its input. */
export function useApi<Id extends Single>(
  id: Id,
  input: Omit<OperationInput<Id>, 'signal'>,
  { enabled = true, intervalMs, keepPrevious = false }: Options = {},
) {
  const { client, identity } = useCustomer();
  return useQuery<OperationResponse<Id>, ApiError>({
    queryKey: [id, identity.user_id, input],
    queryFn: ({ signal }) => send(client, id, { ...input, signal }),
    enabled,
    ...(intervalMs !== undefined && { refetchInterval: intervalMs }),
    ...(keepPrevious && { placeholderData: keepPreviousData }),
  });
}

type Send<Id extends Single> = (input: unknown) => Promise<OperationResponse<Id>>;

function send<Id extends Single>(client: Client, id: Id, input: unknown): Promise<OperationResponse<Id>> {
  return (client[id] as unknown as Send<Id>)(input);
}
