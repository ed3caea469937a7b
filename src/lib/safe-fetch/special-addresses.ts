import { type IpAddress, type IpRange, parseIpRange, rangeContains } from '../ip-address.ts';

const named = (name: string, ...ranges: string[]): { name: string; ranges: IpRange[] } => ({
  name,
  ranges: ranges.map((range) => parseIpRange(range)!),
});

/** Ranges that are not ordinary public hosts, with the description for error messages. */
const specialRanges = [
  named('the unspecified address', '0.0.0.0/8', '::/128'),
  named('a loopback address', '127.0.0.0/8', '::1/128'),
  named('a private address', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fec0::/10'),
  named('a carrier-grade NAT address', '100.64.0.0/10'),
  named('a link-local address', '169.254.0.0/16', 'fe80::/10'),
  named('a multicast address', '224.0.0.0/4', 'ff00::/8'),
  // A public address, but every Azure machine uses it to reach its own host agent.
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
    // Contains Teredo (2001::/32), benchmarking and ORCHID: no web servers.
    '2001::/23',
    '2001:db8::/32',
    '3fff::/20',
    '5f00::/16',
  ),
];

/** Serve machine credentials. No list of allowed hosts allows them: link-local addresses reach only this network. */
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
/** Prefixes before an IPv4 address: site-local translation, and the deprecated compatibility forms. */
const otherCarriers = ['64:ff9b:1::/48', '::/96', '::ffff:0:0:0/96'].map((range) => parseIpRange(range)!);
const globalUnicast = parseIpRange('2000::/3')!;

/** The IPv4 address after a translation prefix: packets go there, so that address is checked. */
const embeddedIpv4 = (address: IpAddress): IpAddress | undefined => {
  if (rangeContains(nat64, address)) return address.subarray(12);
  if (rangeContains(sixToFour, address)) return address.subarray(2, 6);
  return undefined;
};

/** Whether the address is link-local or a metadata service of a cloud, also inside IPv6. */
export const isForbiddenAddress = (address: IpAddress): boolean => {
  const carried = otherCarriers.some((range) => rangeContains(range, address))
    ? address.subarray(12)
    : embeddedIpv4(address);
  return forbiddenRanges.some(
    (range) => rangeContains(range, address) || (carried !== undefined && rangeContains(range, carried)),
  );
};

/** Why this address is not allowed for a URL from outside. Undefined for ordinary public hosts. */
export const specialAddressName = (address: IpAddress): string | undefined => {
  const judged = embeddedIpv4(address) ?? address;
  for (const { name, ranges } of specialRanges) {
    if (ranges.some((range) => rangeContains(range, judged))) return name;
  }
  // Everything routed on the internet is in 2000::/3. The rest is unassigned or a compatibility form.
  if (judged.length === 16 && !rangeContains(globalUnicast, judged)) return 'a reserved address';
  return undefined;
};
