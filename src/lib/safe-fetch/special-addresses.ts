import { type IpAddress, type IpRange, parseIpRange, rangeContains } from '../ip-address.ts';

const named = (name: string, ...ranges: string[]): { name: string; ranges: IpRange[] } => ({
  name,
  ranges: ranges.map((range) => parseIpRange(range)!),
});

/** Ranges that are not ordinary public hosts, with the words an error uses for them. */
const specialRanges = [
  named('the unspecified address', '0.0.0.0/8', '::/128'),
  named('a loopback address', '127.0.0.0/8', '::1/128'),
  named('a private address', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fec0::/10'),
  named('a carrier-grade NAT address', '100.64.0.0/10'),
  named('a link-local address', '169.254.0.0/16', 'fe80::/10'),
  named('a multicast address', '224.0.0.0/4', 'ff00::/8'),
  // A public address, but one that every Azure machine reaches its own host agent through.
  named('a cloud metadata address', '168.63.129.16/32'),
  named(
    'a reserved address',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '240.0.0.0/4',
    '64:ff9b:1::/48',
    '100::/64',
    // Holds Teredo (2001::/32), benchmarking and ORCHID: protocol machinery, no web servers.
    '2001::/23',
    '2001:db8::/32',
    '3fff::/20',
    '5f00::/16',
  ),
];

/** Machine credentials are served here. No list of allowed hosts opens them: link-local reaches only this network. */
const forbiddenRanges = [
  '169.254.0.0/16',
  'fe80::/10',
  '168.63.129.16/32',
  '100.100.100.200/32',
  '192.0.0.192/32',
  'fd00:ec2::/32',
  'fd20:ce::254/128',
].map((range) => parseIpRange(range)!);

const nat64 = parseIpRange('64:ff9b::/96')!;
const sixToFour = parseIpRange('2002::/16')!;
/** Prefixes that end in an IPv4 address: translation of a site's own, and the deprecated compatibility forms. */
const otherCarriers = ['64:ff9b:1::/48', '::/96', '::ffff:0:0:0/96'].map((range) => parseIpRange(range)!);
const globalUnicast = parseIpRange('2000::/3')!;

/** The IPv4 address that a translation prefix carries: the packet ends there, so that is what is judged. */
const embeddedIpv4 = (address: IpAddress): IpAddress | undefined => {
  if (rangeContains(nat64, address)) return address.subarray(12);
  if (rangeContains(sixToFour, address)) return address.subarray(2, 6);
  return undefined;
};

/** Whether the address is link-local or a cloud's metadata service, also where IPv6 carries it. */
export const isForbiddenAddress = (address: IpAddress): boolean => {
  const carried = otherCarriers.some((range) => rangeContains(range, address))
    ? address.subarray(12)
    : embeddedIpv4(address);
  return forbiddenRanges.some(
    (range) => rangeContains(range, address) || (carried !== undefined && rangeContains(range, carried)),
  );
};

/** What makes this address unfit for a URL from outside, in words; undefined for ordinary public hosts. */
export const specialAddressName = (address: IpAddress): string | undefined => {
  const judged = embeddedIpv4(address) ?? address;
  for (const { name, ranges } of specialRanges) {
    if (ranges.some((range) => rangeContains(range, judged))) return name;
  }
  // Everything the internet routes lies in 2000::/3; what is outside is unassigned or a compatibility form.
  if (judged.length === 16 && !rangeContains(globalUnicast, judged)) return 'a reserved address';
  return undefined;
};
