/** Adds the provider's version path to a base URL without a path, and removes trailing slashes. */
export const withVersionPath = (baseUrl: string, versionPath: string): string => {
  const url = URL.parse(baseUrl);
  if (url === null) return baseUrl;
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = path === '' ? versionPath : path;
  return url.href;
};
