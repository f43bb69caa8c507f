import { useApi } from './api.tsx';

/** The legal name of a carrier in the federal register. Empty until it is loaded, and for an unknown number. */
export function useCarrierName(usdot: string): string {
  const { data } = useApi('searchCarriers', { query: { query: usdot } }, { enabled: usdot !== '' });
  return data?.carriers.find(({ usdot_number }) => usdot_number === usdot)?.legal_name ?? '';
}
