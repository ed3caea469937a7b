import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** Retries only if the service was unreachable or not ready: a rejected request would be rejected again. */
const shouldRetry = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 502);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: shouldRetry, staleTime: 5_000, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});
