import { EgressError } from './egress-error.ts';
import { shownHost } from './egress-failure.ts';

/** Longer than any server accepts (most stop at 8 KB), short enough to keep hostile input cheap. */
const maxUrlLength = 16_384;

/** Parses a URL as browsers do, which also converts every spelling of an address to its canonical form. */
export const checkedUrl = (text: string | URL, base?: URL): URL => {
  const url = typeof text === 'string' ? parse(text, base) : text;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw new EgressError('invalid-url', 'The URL must begin with http:// or https://');
  }
  // Credentials in a URL would appear in logs and error texts, and get lost on redirects. Headers are safe.
  if (url.username !== '' || url.password !== '') {
    throw new EgressError(
      'invalid-url',
      `The URL of ${shownHost(url.host)} must not contain a user or password`,
    );
  }
  if (url.port === '0') throw new EgressError('invalid-url', `The URL of ${shownHost(url.host)} has port 0`);
  return url;
};

const parse = (text: string, base: URL | undefined): URL => {
  const url = text.length <= maxUrlLength ? URL.parse(text, base?.href) : null;
  if (url === null) throw new EgressError('invalid-url', 'The URL is not valid');
  return url;
};
