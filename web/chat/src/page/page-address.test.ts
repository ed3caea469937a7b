import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPageAddress as readAddress } from './page-address.ts';

const readPageAddress = (address: string) => readAddress(address, { isFramed: true });

test('an embedded page reads the user from its address and removes it there', () => {
  const page = readPageAddress(
    'https://d.example/embed/65a?user_id=ada&email=a%40b.example&user_hash=ff&locale=zh',
  );
  assert.deepEqual(page.identity, { userId: 'ada', userHash: 'ff', email: 'a@b.example', mergeGuest: false });
  assert.equal(page.cleaned, '/embed/65a?locale=zh');
  assert.deepEqual([page.agentId, page.channel, page.locale], ['65a', 'EMBED', 'zh']);
});

test('the widget and the live-chat widget are separate channels', () => {
  assert.equal(readPageAddress('https://d.example/embed/a?channel=widget').channel, 'WIDGET');
  assert.equal(readPageAddress('https://d.example/embed/a?channel=live-chat').channel, 'LIVE_CHAT_WIDGET_1');
  assert.equal(readPageAddress('https://d.example/embed/a?channel=SHARE').channel, 'EMBED');
});

test('a share page ignores a user in its address', () => {
  const page = readPageAddress('https://d.example/share/65a?user_id=ada&email=x&user_hash=y');
  assert.deepEqual([page.identity, page.cleaned, page.channel], [{}, '/share/65a', 'SHARE']);
});

test('an empty user_id counts as absent', () => {
  assert.deepEqual(readPageAddress('https://d.example/embed/a?user_id=').identity, {
    userId: undefined,
    userHash: undefined,
    email: undefined,
    mergeGuest: false,
  });
});

test('an embed page outside a frame ignores the user in its address and removes it', () => {
  const address = 'https://d.example/embed/65a?user_id=ada&email=x&user_hash=y&merge_guest=1';
  const page = readAddress(address, { isFramed: false });
  assert.deepEqual([page.identity, page.cleaned], [{}, '/embed/65a']);
});

test('a guest is merged only if the address requests it', () => {
  const mergeOf = (query: string) =>
    readPageAddress(`https://d.example/embed/65a?user_id=ada${query}`).identity.mergeGuest;
  assert.deepEqual(
    ['', '&merge_guest=0', '&merge_guest=', '&merge_guest=1', '&merge_guest=true'].map(mergeOf),
    [false, false, false, true, true],
  );
});
