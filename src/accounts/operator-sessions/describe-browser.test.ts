import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeBrowser, readBrowser } from './describe-browser.ts';

test('common browsers are named with their version and system', () => {
  const cases: [userAgent: string, text: string][] = [
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
      'Edge 131 on Windows',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/130.0.0.0 Safari/537.36',
      'Chrome 130 on Linux',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
      'Safari 18 on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
      'Safari 18 on iOS',
    ],
    ['Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0', 'Firefox 133 on Android'],
  ];
  for (const [userAgent, text] of cases) assert.equal(describeBrowser(readBrowser(userAgent)), text);
});

test('a user agent that names no browser is not passed through', () => {
  for (const userAgent of ['', 'curl/8.5.0', '<script>alert(1)</script>', 'x'.repeat(5000)])
    assert.equal(describeBrowser(readBrowser(userAgent)), 'Unknown browser');
  assert.equal(describeBrowser(readBrowser('python (Linux)')), 'Unknown browser on Linux');
});

test('name and system are null where the user agent does not contain them', () => {
  assert.deepEqual(readBrowser('Firefox/133.0'), { name: 'Firefox 133', system: null });
  assert.deepEqual(readBrowser('python (Linux)'), { name: null, system: 'Linux' });
});
