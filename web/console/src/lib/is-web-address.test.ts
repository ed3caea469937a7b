import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWebAddress } from './is-web-address.ts';

test('only http and https addresses become links', () => {
  for (const address of ['http://example.com/a', 'https://example.com', 'HTTPS://EXAMPLE.COM'])
    assert.equal(isWebAddress(address), true, address);
  const others = [
    'javascript:alert(1)',
    'JavaScript://https://example.com/%0aalert(1)',
    ' javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'java\nscript:alert(1)',
    'file:///etc/passwd',
    '',
    'example.com',
    '//example.com',
  ];
  for (const address of others) assert.equal(isWebAddress(address), false, address);
});
