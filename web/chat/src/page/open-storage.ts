/** What is kept of a browser's storage: three of its functions. */
export type KeptStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Browsers drop a longer cookie as a whole. */
const longestCookie = 3000;
const yearSeconds = 365 * 24 * 60 * 60;

/**
 * Cookies of this page within the site that shows it. They go nowhere but back to this page's own address, and the
 * service does not read them.
 */
export const cookieStorage = (page: Pick<Document, 'cookie'>, path: string): KeptStorage => {
  const write = (name: string, value: string, maxAge: number): void => {
    const cookie = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
    if (cookie.length > longestCookie) return;
    page.cookie = `${cookie}; Path=${path}; Max-Age=${maxAge}; SameSite=None; Secure; Partitioned`;
  };
  return {
    getItem: (name) => {
      const start = `${encodeURIComponent(name)}=`;
      const found = page.cookie.split('; ').find((cookie) => cookie.startsWith(start));
      return found === undefined ? null : decodeURIComponent(found.slice(start.length));
    },
    setItem: (name, value) => write(name, value, yearSeconds),
    removeItem: (name) => write(name, '', 0),
  };
};

/**
 * Where a page keeps things. Browsers that are told to block third-party cookies refuse a frame its storage as well,
 * but allow cookies that are apart for each site around it: without them a widget would forget its visitor with
 * every page of the site.
 */
export const openStorage = (page: Window): KeptStorage => {
  try {
    return page.localStorage;
  } catch {
    return cookieStorage(page.document, page.location.pathname);
  }
};
