const linkSchemes = new Set(['http:', 'https:', 'mailto:', 'tel:']);

const imageSchemes = new Set(['http:', 'https:']);

const parse = (address: string): URL | undefined => (URL.canParse(address) ? new URL(address) : undefined);

/**
 * The address in the form the browser will follow, or undefined for one that is not to be followed. Only whole
 * addresses: what the agent writes has no business with paths of the site that shows it.
 */
export const safeLink = (address: string): string | undefined => {
  const url = parse(address);
  return url && linkSchemes.has(url.protocol) ? url.href : undefined;
};

export interface ImageRule {
  /** Hosts whose images are shown, such as `images.example.com`, with a port, or `*.example.com`. */
  hosts: readonly string[];
  /** The service's own origin, whose images are always shown. */
  origin: string;
}

/** The image's address if it may be loaded: asking for it tells its server that, when and where it was read. */
export const safeImage = (address: string, { hosts, origin }: ImageRule): string | undefined => {
  const url = address.startsWith('/') && !address.startsWith('//') ? parse(origin + address) : parse(address);
  if (!url || !imageSchemes.has(url.protocol) || url.username || url.password) return undefined;
  // Not enough by itself: an address of a file in the page's memory has the origin of the page.
  if (url.origin === origin) return url.href;
  const isNamed = hosts.some(
    (host) => host === url.host || (host.startsWith('*.') && url.host.endsWith(host.slice(1))),
  );
  return url.protocol === 'https:' && isNamed ? url.href : undefined;
};
