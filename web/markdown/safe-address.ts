const linkSchemes = new Set(['http:', 'https:', 'mailto:', 'tel:']);

const imageSchemes = new Set(['http:', 'https:']);

const parse = (address: string): URL | undefined => (URL.canParse(address) ? new URL(address) : undefined);

/**
 * The URL in the form that the browser will follow, or undefined if it must not be followed. Only absolute
 * URLs: the agent's text must not link to paths of the embedding site.
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

/** The image's URL if it may be loaded. Loading it tells the image's server when and where the message was read. */
export const safeImage = (address: string, { hosts, origin }: ImageRule): string | undefined => {
  const url = address.startsWith('/') && !address.startsWith('//') ? parse(origin + address) : parse(address);
  if (!url || !imageSchemes.has(url.protocol) || url.username || url.password) return undefined;
  // Comparing origins is not enough: a blob URL has the origin of the page.
  if (url.origin === origin) return url.href;
  const isNamed = hosts.some(
    (host) => host === url.host || (host.startsWith('*.') && url.host.endsWith(host.slice(1))),
  );
  return url.protocol === 'https:' && isNamed ? url.href : undefined;
};
