import { api } from '../api/api.ts';

/** Leaves the page for the provider; it comes back to `next`. */
export const leaveForProvider = async (
  purpose: 'sign-in' | 'connect' | 'confirm',
  { next, invitation }: { next: string; invitation?: string },
): Promise<void> => {
  const { url } =
    purpose === 'sign-in'
      ? await api.post('/sign-in/sso', { next, invitation })
      : await api.post('/session/sso', { purpose, next });
  location.assign(url);
};

/** Where the browser is in the console, to come back to. */
export const placeNow = (): string => location.pathname.replace(/^\/console/, '') || '/';
