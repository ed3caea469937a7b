import { isIP } from 'node:net';

/** An address as its 4 or 16 bytes. IPv4 mapped into IPv6 (::ffff:0:0/96) is stored as IPv4. */
export type IpAddress = Uint8Array;

export interface IpRange {
  base: IpAddress;
  prefixLength: number;
}

const parseIpv4 = (text: string): IpAddress => Uint8Array.from(text.split('.'), Number);

/** `text` must be valid IPv6 without a zone, so at most one `::` and groups of one to four digits. */
const parseIpv6 = (text: string): IpAddress => {
  const bytes = new Uint8Array(16);
  let groups = text;
  const lastColon = text.lastIndexOf(':');
  if (text.includes('.')) {
    const tail = parseIpv4(text.slice(lastColon + 1));
    const word = (offset: number): string => ((tail[offset]! << 8) | tail[offset + 1]!).toString(16);
    groups = `${text.slice(0, lastColon + 1)}${word(0)}:${word(2)}`;
  }
  const [head = '', tail] = groups.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const write = (words: string[], firstWord: number): void => {
    words.forEach((word, index) => {
      const value = Number.parseInt(word, 16);
      bytes[(firstWord + index) * 2] = value >> 8;
      bytes[(firstWord + index) * 2 + 1] = value & 0xff;
    });
  };
  write(before, 0);
  write(after, 8 - after.length);
  return bytes;
};

const isMapped = (bytes: IpAddress): boolean =>
  bytes.length === 16 &&
  bytes[10] === 0xff &&
  bytes[11] === 0xff &&
  bytes.subarray(0, 10).every((byte) => byte === 0);

/** Reads canonical dotted IPv4 or any IPv6 spelling, with or without brackets. Zones are invalid. */
export const parseIpAddress = (text: string): IpAddress | undefined => {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
  if (bare.includes('%')) return undefined;
  const family = isIP(bare);
  if (family === 0) return undefined;
  if (family === 4) return parseIpv4(bare);
  const bytes = parseIpv6(bare);
  return isMapped(bytes) ? bytes.slice(12) : bytes;
};

/** `address/prefix`, or a single address, which is a range of one. */
export const parseIpRange = (text: string): IpRange | undefined => {
  const [addressText = '', prefixText, ...rest] = text.split('/');
  const base = parseIpAddress(addressText);
  if (base === undefined || rest.length > 0) return undefined;
  const bits = base.length * 8;
  if (prefixText === undefined) return { base, prefixLength: bits };
  if (!/^\d{1,3}$/.test(prefixText)) return undefined;
  // A prefix written for a mapped IPv4 includes the 96 bits that the short form omits.
  const written = Number(prefixText);
  const prefixLength = addressText.includes(':') && bits === 32 ? written - 96 : written;
  return prefixLength < 0 || prefixLength > bits ? undefined : { base, prefixLength };
};

export const rangeContains = ({ base, prefixLength }: IpRange, address: IpAddress): boolean => {
  if (base.length !== address.length) return false;
  const wholeBytes = prefixLength >> 3;
  for (let index = 0; index < wholeBytes; index += 1) {
    if (base[index] !== address[index]) return false;
  }
  const restBits = prefixLength & 7;
  if (restBits === 0) return true;
  const mask = (0xff << (8 - restBits)) & 0xff;
  return ((base[wholeBytes]! ^ address[wholeBytes]!) & mask) === 0;
};

const hex = (bytes: IpAddress): string => Buffer.from(bytes).toString('hex');

/**
 * The network that counts for rate limits: an IPv4 address itself, or the first 64 bits of IPv6, because one
 * subscriber has all addresses of that prefix. Proxies may append a port.
 */
export const networkOf = (text: string): string => {
  const [, bare = text] = /^(\d+\.\d+\.\d+\.\d+|\[[^\]]*\]):\d+$/.exec(text) ?? [];
  const address = parseIpAddress(bare.split('%', 1)[0]!);
  return address === undefined ? text : hex(address.length === 4 ? address : address.subarray(0, 8));
};
