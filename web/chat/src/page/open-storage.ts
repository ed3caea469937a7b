/** The three functions of browser storage that the chat uses. */
export type KeptStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Browsers reject longer cookies. */
const longestCookie = 3000;
const yearSeconds = 365 * 24 * 60 * 60;

/**
 * Cookies of this page, partitioned by the embedding site. Browsers send them only to this page's own address, and
 * the service does not read them.
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
 * Storage of the page. Browsers that block third-party cookies also block storage in frames, but they allow
 * partitioned cookies. Without these, the widget would lose its visitor on every page of
 * the site.
 */
export const openStorage = (page: Window): KeptStorage => {
  try {
    return page.localStorage;
  } catch {
    return cookieStorage(page.document, page.location.pathname);
  }
};
