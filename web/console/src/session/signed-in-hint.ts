const key = 'frontdesk.signed-in';

/**
 * Whether somebody has signed in with this browser. The session itself is in a cookie that scripts cannot read;
 * without this hint every first visit would begin with a refused call.
 */
export const signedInHint = {
  read: (): boolean => {
    try {
      return localStorage.getItem(key) !== null;
    } catch {
      // Storage is forbidden here: then the service has to be asked.
      return true;
    }
  },
  write: (isSignedIn: boolean): void => {
    try {
      if (isSignedIn) localStorage.setItem(key, '1');
      else localStorage.removeItem(key);
    } catch {
      // As above.
    }
  },
};
