import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namesOrigin, readImageHost, readOrigin } from './read-origin.ts';

const cases = (
  read: typeof readOrigin,
  expected: Record<string, string | [problem: string, suggestion?: string]>,
) => {
  for (const [given, wanted] of Object.entries(expected))
    assert.deepEqual(
      read(given),
      typeof wanted === 'string'
        ? { isValid: true, value: wanted }
        : { isValid: false, problem: wanted[0], suggestion: wanted[1] },
      given,
    );
};

test('an origin is accepted in the form in which browsers compare it', () => {
  cases(readOrigin, {
    'https://www.example.com': 'https://www.example.com',
    '  https://WWW.Example.com  ': 'https://www.example.com',
    'HTTP://localhost:8080': 'http://localhost:8080',
    'https://example.com:443': 'https://example.com',
    'http://example.com:80': 'http://example.com',
    'https://example.com:80': 'https://example.com:80',
    'https://münchen.example': 'https://xn--mnchen-3ya.example',
    'https://例え.テスト': 'https://xn--r8jz45g.xn--zckzah',
    'http://192.168.0.10:3000': 'http://192.168.0.10:3000',
    'https://*.example.com': 'https://*.example.com',
    'https://*.Example.com:8443': 'https://*.example.com:8443',
    '*': '*',
  });
});

test('an entry that is not an origin is refused, with a suggestion where one exists', () => {
  cases(readOrigin, {
    '': ['empty'],
    '   ': ['empty'],
    'www.example.com': ['scheme', 'https://www.example.com'],
    '//www.example.com': ['scheme', 'https://www.example.com'],
    'www.example.com/shop': ['scheme', 'https://www.example.com'],
    'localhost:8080': ['scheme', 'http://localhost:8080'],
    'ftp://www.example.com': ['scheme'],
    'javascript://www.example.com': ['scheme'],
    null: ['scheme', 'https://null'],
    'https://www.example.com/': ['path', 'https://www.example.com'],
    'https://www.example.com/shop?a=1#b': ['path', 'https://www.example.com'],
    'https://user:secret@www.example.com': ['credentials', 'https://www.example.com'],
    'https://*': ['wildcard'],
    'https://*example.com': ['wildcard', 'https://*.example.com'],
    'https://www.*.com': ['wildcard'],
    'https://*.192.168.0.10': ['wildcard'],
    'https://example.com:*': ['port', 'https://example.com'],
    'https://example.com:0': ['port', 'https://example.com'],
    'https://example.com:65536': ['port', 'https://example.com'],
    'https://example.com.': ['host', 'https://example.com'],
    'https://exa mple.com': ['host', 'https://example.com'],
    'https://my_host.example': ['host'],
    'https://-a.example': ['host'],
    'https://a..example': ['host'],
    'https://': ['host'],
    'https:': ['host'],
    'https:www.example.com': ['scheme', 'https://www.example.com'],
    'https:/www.example.com': ['scheme', 'https://www.example.com'],
    'https://1': ['host'],
    'https://0x7f.1': ['host'],
    [`https://${'a'.repeat(64)}.example`]: ['host'],
    [`https://${'abcdefg.'.repeat(32)}example`]: ['host'],
    'https://[::1]:8080': ['ipv6'],
    "https://a.example; script-src 'unsafe-inline'": ['host'],
    'https://a.example https://b.example': ['host'],
    'https://a.example\r\nX-Evil: 1': ['host'],
    'https://a.example\\b': ['path', 'https://a.example'],
  });
});

test('image hosts have no scheme and no path', () => {
  cases(readImageHost, {
    'images.example.com': 'images.example.com',
    'Images.Example.com:443': 'images.example.com',
    'images.example.com:8443': 'images.example.com:8443',
    '*.example.com': '*.example.com',
    'bücher.example': 'xn--bcher-kva.example',
    'https://images.example.com': ['no-scheme', 'images.example.com'],
    '//images.example.com/a.png': ['no-scheme', 'images.example.com'],
    'images.example.com/': ['path', 'images.example.com'],
    'me@images.example.com': ['credentials', 'images.example.com'],
    '*': ['all-hosts'],
    '*.': ['host'],
    '[::1]': ['ipv6'],
    "x; script-src 'unsafe-inline'": ['host'],
    'a b': ['host', 'ab'],
    '': ['empty'],
  });
});

test('hostile input is read in linear time', () => {
  for (const text of [
    `https://${'*.'.repeat(50_000)}`,
    ':'.repeat(100_000),
    '/'.repeat(100_000),
    '@'.repeat(100_000),
  ])
    assert.equal(readOrigin(text).isValid, false);
});

test('a wildcard names subdomains with the same scheme and port', () => {
  const named = (origin: string) => namesOrigin('https://*.shop.example', origin);
  assert.deepEqual(['https://a.shop.example', 'https://a.b.shop.example'].map(named), [true, true]);
  for (const origin of [
    'https://shop.example',
    'http://a.shop.example',
    'https://evilshop.example',
    'https://a.shop.example:8443',
  ])
    assert.equal(named(origin), false, origin);
  assert.equal(namesOrigin('*', 'https://shop.example'), false);
});
