const key = 'frontdesk.signed-in';

/**
 * Whether somebody has signed in with this browser. Scripts cannot read the session cookie. Without this hint, the
 * first visit would start with a request that fails with 401.
 */
export const signedInHint = {
  read: (): boolean => {
    try {
      return localStorage.getItem(key) !== null;
    } catch {
      // Storage is blocked: ask the service.
      return true;
    }
  },
  write: (isSignedIn: boolean): void => {
    try {
      if (isSignedIn) localStorage.setItem(key, '1');
      else localStorage.removeItem(key);
    } catch {
      // Storage is blocked: `read` then always asks the service.
    }
  },
};
