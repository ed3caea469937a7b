import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** A refusal does not become a yes by asking again; silence may. */
const isWorthRepeating = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: isWorthRepeating, staleTime: 5_000, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});
