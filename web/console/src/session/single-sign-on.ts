import { api } from '../api/api.ts';

/** Opens the page of the identity provider. Afterwards the browser returns to `next`. */
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

/** Current path in the console, to return to. */
export const placeNow = (): string => location.pathname.replace(/^\/console/, '') || '/';
