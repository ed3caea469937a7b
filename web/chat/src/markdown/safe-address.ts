const linkSchemes = new Set(['http:', 'https:', 'mailto:', 'tel:']);

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
  /** Hosts whose images are shown, such as `images.example.com`, or with a port. */
  hosts: readonly string[];
  /** The service's own origin, whose images are always shown. */
  origin: string;
}

/** The image's address if it may be loaded: asking for it tells its server that, when and where it was read. */
export const safeImage = (address: string, { hosts, origin }: ImageRule): string | undefined => {
  const url = address.startsWith('/') && !address.startsWith('//') ? parse(origin + address) : parse(address);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  return url.origin === origin || hosts.includes(url.host) ? url.href : undefined;
};
