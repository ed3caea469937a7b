import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkOf, parseIpAddress, parseIpRange, rangeContains } from './ip-address.ts';

const hex = (text: string): string | undefined => {
  const address = parseIpAddress(text);
  return address && Buffer.from(address).toString('hex');
};

test('every spelling of an address becomes the same bytes', () => {
  const table: [string, string][] = [
    ['1.2.3.4', '01020304'],
    ['255.255.255.255', 'ffffffff'],
    ['::', '0'.repeat(32)],
    ['::1', `${'0'.repeat(31)}1`],
    ['[::1]', `${'0'.repeat(31)}1`],
    ['2001:db8::1', '20010db8000000000000000000000001'],
    ['2001:DB8:0:0:0:0:0:1', '20010db8000000000000000000000001'],
    ['fe80::', 'fe800000000000000000000000000000'],
    ['64:ff9b::192.0.2.33', '0064ff9b0000000000000000c0000221'],
    ['1:2:3:4:5:6:7:8', '00010002000300040005000600070008'],
    ['1:2:3:4:5:6:1.2.3.4', '00010002000300040005000601020304'],
  ];
  for (const [text, expected] of table) assert.equal(hex(text), expected, text);
});

test('an IPv4 address mapped into IPv6 equals that IPv4 address', () => {
  assert.equal(hex('::ffff:127.0.0.1'), '7f000001');
  assert.equal(hex('::ffff:7f00:1'), '7f000001');
  assert.equal(hex('0:0:0:0:0:FFFF:7f00:0001'), '7f000001');
});

test('invalid addresses are rejected', () => {
  for (const text of [
    '',
    'localhost',
    '1.2.3',
    '01.2.3.4',
    '1.2.3.256',
    '::1%eth0',
    ':::',
    '1::2::3',
    '[1.2.3.4',
  ]) {
    assert.equal(parseIpAddress(text), undefined, text);
  }
});

test('a range contains exactly the addresses of its prefix', () => {
  const table: [string, string, boolean][] = [
    ['10.0.0.0/8', '10.255.255.255', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['172.16.0.0/12', '172.31.255.255', true],
    ['172.16.0.0/12', '172.32.0.0', false],
    ['100.64.0.0/10', '100.127.255.255', true],
    ['100.64.0.0/10', '100.128.0.0', false],
    ['0.0.0.0/0', '8.8.8.8', true],
    ['0.0.0.0/0', '::1', false],
    ['1.2.3.4', '1.2.3.4', true],
    ['1.2.3.4', '1.2.3.5', false],
    ['fc00::/7', 'fdff::1', true],
    ['fc00::/7', 'fe00::1', false],
    ['::ffff:10.0.0.0/104', '10.1.2.3', true],
    ['::ffff:10.0.0.0/104', '11.1.2.3', false],
  ];
  for (const [range, address, expected] of table) {
    const parsed = parseIpRange(range);
    assert.ok(parsed, range);
    assert.equal(rangeContains(parsed, parseIpAddress(address)!), expected, `${range} ∋ ${address}`);
  }
});

test('a malformed range is rejected', () => {
  for (const text of [
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '::/129',
    'x/8',
    '::ffff:1.2.3.4/8',
  ]) {
    assert.equal(parseIpRange(text), undefined, text);
  }
});

test('addresses of one subscriber are counted together, those of two separately', () => {
  const same: [string, string][] = [
    ['203.0.113.7', '203.0.113.7:50123'],
    ['203.0.113.7', '::ffff:203.0.113.7'],
    ['2001:db8:1:2::1', '2001:DB8:1:2:ffff:ffff:ffff:ffff'],
    ['2001:db8:1:2::1', '[2001:db8:1:2::9]:443'],
    ['fe80::1%eth0', 'fe80::2'],
  ];
  for (const [one, other] of same) assert.equal(networkOf(one), networkOf(other), `${one} = ${other}`);
  const apart: [string, string][] = [
    ['203.0.113.7', '203.0.113.8'],
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['unknown', ''],
  ];
  for (const [one, other] of apart) assert.notEqual(networkOf(one), networkOf(other), `${one} ≠ ${other}`);
});
