import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeSettings } from '../../../../agents/index.ts';
import { applySettingsPatch } from './apply-settings-patch.ts';

const apply = (patch: object, stored: object = {}) =>
  applySettingsPatch(completeSettings(stored), patch, () => undefined);

test('origins and image hosts are stored as browsers compare them, without duplicates', () => {
  const { allowedOrigins, channels } = apply({
    allowedOrigins: ['https://Shop.example:443', 'https://shop.example', ' https://*.shop.example ', '*'],
    channels: { imageHosts: ['Images.Example.com', 'images.example.com:443', '*.example.org'] },
  });
  assert.deepEqual(allowedOrigins, ['https://shop.example', 'https://*.shop.example', '*']);
  assert.deepEqual(channels.imageHosts, ['images.example.com', '*.example.org']);
});

test('an error names the field, the entry and the correct form', () => {
  assert.throws(() => apply({ allowedOrigins: ['https://a.example', 'www.example.com'] }), {
    message:
      'settings.allowedOrigins[1]: "www.example.com" must begin with https:// or http://; write https://www.example.com',
  });
  assert.throws(() => apply({ allowedOrigins: ['https://[::1]'] }), {
    message:
      /^settings\.allowedOrigins\[0\]: "https:\/\/\[::1\]" .*; write an entry such as https:\/\/www\.example\.com$/,
  });
  assert.throws(() => apply({ channels: { imageHosts: ['https://img.example/a.png'] } }), {
    message: /^settings\.channels\.imageHosts\[0\]: "https:\/\/img\.example\/a\.png" .*; write img\.example$/,
  });
  assert.throws(() => apply({ allowedOrigins: [5] }), /allowedOrigins/);
});

test('an invalid entry that is already stored does not block other changes', () => {
  const stored = { allowedOrigins: ['www.example.com'], channels: { imageHosts: ['a b'] } };
  assert.deepEqual(apply({ prompt: 'Be kind.' }, stored).allowedOrigins, ['www.example.com']);
  const changed = apply({ allowedOrigins: ['www.example.com', 'https://b.example'] }, stored);
  assert.deepEqual(changed.allowedOrigins, ['www.example.com', 'https://b.example']);
  assert.throws(
    () => apply({ allowedOrigins: ['www.example.com', 'b.example'] }, stored),
    /allowedOrigins\[1\]/,
  );
});
