/** A base URL that is a bare host gets the provider's version path; trailing slashes go. No URL stays as it is. */
export const withVersionPath = (baseUrl: string, versionPath: string): string => {
  const url = URL.parse(baseUrl);
  if (url === null) return baseUrl;
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = path === '' ? versionPath : path;
  return url.href;
};
