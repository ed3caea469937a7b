/** Why an entry of a list of origins or hosts is refused. */
export type OriginProblem =
  | 'empty'
  | 'scheme'
  | 'no-scheme'
  | 'path'
  | 'credentials'
  | 'wildcard'
  | 'port'
  | 'ipv6'
  | 'host'
  | 'all-hosts';

export type OriginReading =
  /** `value` is the form in which browsers compare origins: lower case, punycode, no default port. */
  | { isValid: true; value: string }
  /** `suggestion` is a valid entry that the writer may have meant. */
  | { isValid: false; problem: OriginProblem; suggestion: string | undefined };

interface Place {
  wildcard: string;
  host: string;
  /** With its colon; empty for the default port. */
  port: string;
}

const refuse = (problem: OriginProblem, suggestion?: string): OriginReading => ({
  isValid: false,
  problem,
  suggestion,
});

const maxHostLength = 253;
const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
const ipv4 = /^\d{1,3}(\.\d{1,3}){3}$/;

/** Scheme, user, host with port, and the rest. Only http and https count without //: "localhost:8080" has no scheme. */
const split = (text: string) => {
  const [start = '', web, other] = /^(?:(https?):\/*|([a-z][a-z0-9+.-]*):\/\/|\/\/)?/i.exec(text) ?? [];
  const [, user, place = '', rest = ''] =
    /^(?:([^/?#]*)@)?([^/?#\\]*)([\s\S]*)$/.exec(text.slice(start.length)) ?? [];
  return { start, scheme: (web ?? other)?.toLowerCase(), user, place, rest };
};

const readPort = (text: string, scheme: string): string | undefined => {
  if (text === '') return '';
  const port = Number(text.slice(1));
  if (!/^:\d{1,5}$/.test(text) || port < 1 || port > 65_535) return undefined;
  return port === (scheme === 'https' ? 443 : 80) ? '' : `:${port}`;
};

/** The host as browsers write it, or undefined. International names become punycode. */
const readHost = (text: string, scheme: string): string | undefined => {
  // URL would remove line breaks and tabs.
  if (/[\s\p{Cc}]/u.test(text)) return undefined;
  const host = URL.parse(`${scheme}://${text}/`)?.hostname;
  if (host === undefined || host === '' || host.length > maxHostLength) return undefined;
  // Browsers read "1" and "0x7f.1" as IPv4 addresses. Nobody means that.
  if (ipv4.test(host)) return text === host ? host : undefined;
  return host.split('.').every((part) => label.test(part)) ? host : undefined;
};

const readPlace = (text: string, scheme: string): Place | OriginProblem => {
  if (text.startsWith('[')) return 'ipv6';
  const [, star = '', name = '', portText = ''] = /^(\*\.)?([^:]*)(:[\s\S]*)?$/.exec(text) ?? [];
  if (name.includes('*')) return 'wildcard';
  const host = readHost(name, scheme);
  if (host === undefined) return 'host';
  if (star !== '' && ipv4.test(host)) return 'wildcard';
  const port = readPort(portText, scheme);
  return port === undefined ? 'port' : { wildcard: star, host, port };
};

/** A valid place that resembles a wrong one. */
const resembling = (text: string, scheme: string): Place | undefined => {
  const attempts = [
    text,
    // "*example.com", "example.com.", "example.com:http", "example.com:99999"
    text.replace(/^\*+\.?/, '*.'),
    text.replace(/(?<!\.)\.+(?=:|$)/, ''),
    text.replace(/:[^:]*$/, ''),
    text.replaceAll(' ', ''),
  ];
  for (const attempt of attempts) {
    const place = readPlace(attempt, scheme);
    if (typeof place === 'object') return place;
  }
  return undefined;
};

const write = ({ wildcard, host, port }: Place): string => `${wildcard}${host}${port}`;

/** Addresses of the own machine are usually served without TLS. */
const usualScheme = (text: string): string => (/^(localhost|127\.)/i.test(text) ? 'http' : 'https');

/**
 * Reads an origin such as `https://www.example.com`, `http://localhost:8080` or `https://*.example.com`; `*` means
 * all. IPv6 addresses are refused: browsers ignore them in the policy that lists these origins.
 */
export const readOrigin = (given: string): OriginReading => {
  const text = given.trim();
  if (text === '') return refuse('empty');
  if (text === '*') return { isValid: true, value: '*' };
  const { start, scheme: named = usualScheme(text), user, place, rest } = split(text);
  if (named !== 'http' && named !== 'https') return refuse('scheme');
  const read = readPlace(place, named);
  const similar = typeof read === 'object' ? read : resembling(place, named);
  const suggestion = similar && `${named}://${write(similar)}`;
  if (typeof read !== 'object') return refuse(read, suggestion);
  if (start.toLowerCase() !== `${named}://`) return refuse('scheme', suggestion);
  if (user !== undefined) return refuse('credentials', suggestion);
  if (rest !== '') return refuse('path', suggestion);
  return { isValid: true, value: `${named}://${write(read)}` };
};

/** Reads a host such as `images.example.com`, `*.example.com` or `images.example.com:8443`, which is used with https. */
export const readImageHost = (given: string): OriginReading => {
  const text = given.trim();
  if (text === '') return refuse('empty');
  if (text === '*') return refuse('all-hosts');
  const { start, user, place, rest } = split(text);
  const read = readPlace(place, 'https');
  const similar = typeof read === 'object' ? read : resembling(place, 'https');
  const suggestion = similar && write(similar);
  if (typeof read !== 'object') return refuse(read, suggestion);
  if (user !== undefined) return refuse('credentials', suggestion);
  if (start !== '') return refuse('no-scheme', suggestion);
  if (rest !== '') return refuse('path', suggestion);
  return { isValid: true, value: write(read) };
};

/** Whether an entry of a list names this origin. `*` names none here. */
export const namesOrigin = (entry: string, origin: string): boolean => {
  if (entry === origin) return true;
  const [scheme, below] = entry.split('://*.');
  return below !== undefined && origin.startsWith(`${scheme}://`) && origin.endsWith(`.${below}`);
};
