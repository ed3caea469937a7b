import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cookieStorage, openStorage } from './open-storage.ts';

/** A cookie jar without expiry and paths. */
const fakeDocument = () => {
  const kept = new Map<string, string>();
  const written: string[] = [];
  return {
    written,
    get cookie() {
      return [...kept].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(text: string) {
      written.push(text);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      if (text.includes('Max-Age=0')) kept.delete(name);
      else kept.set(name, value);
    },
  };
};

test('cookies store any name and value, separately for each embedding site', () => {
  const document = fakeDocument();
  const storage = cookieStorage(document, '/embed/65a');
  storage.setItem('frontdesk:65a:draft', 'a; b=c 您好');
  storage.setItem('frontdesk:65a:secret', 's');
  assert.equal(storage.getItem('frontdesk:65a:draft'), 'a; b=c 您好');
  assert.equal(storage.getItem('frontdesk:65a'), null);
  storage.removeItem('frontdesk:65a:draft');
  assert.equal(storage.getItem('frontdesk:65a:draft'), null);
  assert.equal(storage.getItem('frontdesk:65a:secret'), 's');
  assert.match(document.written[0]!, /; Path=\/embed\/65a; .*SameSite=None; Secure; Partitioned$/);
});

test('a value too long for a cookie is not stored, and other values are kept', () => {
  const storage = cookieStorage(fakeDocument(), '/');
  storage.setItem('draft', 'short');
  storage.setItem('draft', 'x'.repeat(5000));
  assert.equal(storage.getItem('draft'), 'short');
});

test('cookies are used only if the browser blocks storage', () => {
  const localStorage = {} as Storage;
  assert.equal(openStorage({ localStorage } as Window), localStorage);
  const refused = {
    get localStorage(): Storage {
      throw new DOMException('denied', 'SecurityError');
    },
    document: fakeDocument(),
    location: { pathname: '/embed/65a' },
  } as unknown as Window;
  openStorage(refused).setItem('secret', 's');
  assert.equal(openStorage(refused).getItem('secret'), 's');
});
