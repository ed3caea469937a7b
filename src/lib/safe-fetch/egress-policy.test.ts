import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEgressPolicy } from './egress-policy.ts';

const closed = createEgressPolicy([]);

test('no special address of either family is allowed', () => {
  const special = [
    '0.0.0.0',
    '0.255.255.255',
    '10.0.0.0',
    '10.255.255.255',
    '100.64.0.0',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.255',
    '169.254.0.1',
    '169.254.169.254',
    '172.16.0.0',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.0',
    '192.168.255.255',
    '198.18.0.0',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '168.63.129.16',
    '100.100.100.200',
    '::',
    '::1',
    'fc00::1',
    'fdff:ffff::1',
    'fd00:ec2::254',
    'fe80::1',
    'febf::1',
    'fec0::1',
    'ff02::1',
    '2001:db8::1',
    '2001::1',
    '2001:10::1',
    '100::1',
    '3fff::1',
    '3fff:fff::1',
    '5f00::1',
    '64:ff9b:1::1',
    '::127.0.0.1',
    '::8.8.8.8',
    '4000::1',
    '1::1',
    '::ffff:0:8.8.8.8',
  ];
  for (const address of special) assert.ok(closed.blockedAddress(address, 443), address);
});

test('an IPv4 address inside IPv6 is checked as that IPv4 address', () => {
  const inside = ['127.0.0.1', '10.0.0.1', '169.254.169.254'];
  const outside = ['8.8.8.8', '93.184.216.34'];
  const hexPair = (address: string): string => {
    const hex = Buffer.from(address.split('.').map(Number)).toString('hex');
    return `${hex.slice(0, 4)}:${hex.slice(4)}`;
  };
  for (const address of [...inside, ...outside]) {
    const carriers = [`::ffff:${address}`, `64:ff9b::${address}`, `2002:${hexPair(address)}::1`];
    for (const carrier of carriers) {
      assert.equal(closed.blockedAddress(carrier, 443) !== undefined, inside.includes(address), carrier);
    }
  }
});

test('ordinary public addresses are allowed, up to the edges of the special ranges', () => {
  const ordinary = [
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.1',
    '192.167.255.255',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2606:4700::1111',
    '2001:4860:4860::8888',
    '2a00:1450::1',
    '2001:200::1',
    '3ffe::1',
  ];
  for (const address of ordinary) assert.equal(closed.blockedAddress(address, 443), undefined, address);
});

test('an allowed address or range allows exactly itself', () => {
  const policy = createEgressPolicy([
    '10.1.0.0/16',
    '127.0.0.1:8080',
    'fd12::/16',
    '[::1]:9000',
    '192.168.1.7',
  ]);
  const open: [string, number][] = [
    ['10.1.255.255', 1],
    ['127.0.0.1', 8080],
    ['::ffff:127.0.0.1', 8080],
    ['fd12::5', 443],
    ['::1', 9000],
    ['192.168.1.7', 22],
  ];
  const shut: [string, number][] = [
    ['10.2.0.0', 1],
    ['127.0.0.1', 8081],
    ['127.0.0.2', 8080],
    ['fd13::5', 443],
    ['::1', 9001],
    ['192.168.1.8', 22],
    ['64:ff9b::10.1.0.1', 443],
  ];
  for (const [address, port] of open) assert.equal(policy.blockedAddress(address, port), undefined, address);
  for (const [address, port] of shut) assert.ok(policy.blockedAddress(address, port), address);
});

test('an allowed host name allows only itself, case-insensitive and with a trailing dot', () => {
  const policy = createEgressPolicy(['Intranet.example', 'queue:5672']);
  assert.ok(policy.allowsHost('intranet.example', 443));
  assert.ok(policy.allowsHost('INTRANET.example.', 80));
  assert.ok(policy.allowsHost('queue', 5672));
  assert.ok(!policy.allowsHost('queue', 80));
  assert.ok(!policy.allowsHost('a.intranet.example', 443));
  assert.ok(!policy.allowsHost('notintranet.example', 443));
});

test('cloud metadata names are blocked by name unless allowed', () => {
  for (const host of ['metadata.google.internal', 'METADATA.google.internal.', 'metadata', 'instance-data']) {
    assert.ok(closed.blockedHost(host, 80), host);
  }
  assert.equal(closed.blockedHost('metadata.example.com', 80), undefined);
  assert.equal(createEgressPolicy(['metadata']).blockedHost('metadata', 80), undefined);
});

test('an entry that is not a host, address or range is rejected with its text', () => {
  for (const entry of [
    '',
    '10.0.0/8',
    '10.0.0.0/40',
    '300.1.1.1',
    'http://x',
    'a b',
    'x:0',
    'x:99999',
    '*.x',
    'a/8',
  ]) {
    assert.throws(
      () => createEgressPolicy(['ok.example', entry]),
      (error: Error) => error.message.includes(`"${entry}"`),
    );
  }
});

test('no entry allows a link-local or metadata address, also inside IPv6', () => {
  const policy = createEgressPolicy(['0.0.0.0/0', '::/0', '169.254.169.254', 'fd00:ec2::254:80']);
  const forbidden = [
    '169.254.0.0',
    '169.254.169.254',
    '169.254.255.255',
    '168.63.129.16',
    '100.100.100.200',
    '192.0.0.192',
    'fe80::1',
    'febf::1',
    'fd00:ec2::254',
    'fd20:ce::254',
    '::ffff:169.254.169.254',
    '::169.254.169.254',
    '64:ff9b::169.254.169.254',
    '64:ff9b:1::169.254.169.254',
    '2002:a9fe:a9fe::1',
    '::ffff:0:169.254.169.254',
  ];
  for (const address of forbidden) {
    assert.ok(policy.blockedAddress(address, 80), address);
    assert.ok(policy.forbiddenAddress(address), address);
  }
  for (const address of ['127.0.0.1', '10.0.0.1', '::1', 'fd00::1', '169.253.255.255', '64:ff9b::10.0.0.1']) {
    assert.equal(policy.blockedAddress(address, 80), undefined, address);
    assert.equal(policy.forbiddenAddress(address), undefined, address);
  }
});
