import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readXml } from './read-xml.ts';
import { decryptWeChat, signatureOf } from './wechat-crypto.ts';

/** The sample of https://developer.work.weixin.qq.com/document/path/90968 */
const encodingAesKey = 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C';
const corpId = 'wx5823bf96d3bd56c7';
const echo = 'P9nAzCzyDtyTWESHep1vC5X9xho/qYX3Zpb4yKa9SKld1DsH3Iyt3tP3zNdtp+4RPcs8TgAE7OaBO+FZXvnaqQ==';

test('the documented sample has its signature and its text', () => {
  assert.equal(
    signatureOf(['QDG6eK', '1409659589', '263014780', echo]),
    '5c45ff5e21c57e6ad56bac8758b79b1d9ac89fd3',
  );
  assert.equal(decryptWeChat(echo, { encodingAesKey, corpId }), '1616140317555161061');
});

test('a text for another receiver and changed texts are refused', () => {
  assert.equal(decryptWeChat(echo, { encodingAesKey, corpId: 'ww-other' }), undefined);
  assert.equal(decryptWeChat(echo, { encodingAesKey: 'A'.repeat(43), corpId }), undefined);
  assert.equal(decryptWeChat(echo, { encodingAesKey: 'short', corpId }), undefined);
  for (const text of ['', 'AAAA', echo.slice(4), echo.slice(0, 44), 'A'.repeat(64)])
    assert.equal(decryptWeChat(text, { encodingAesKey, corpId }), undefined, text);
});

test('XML is read without declarations, deep elements and names of prototypes', () => {
  assert.deepEqual(
    { ...readXml('<xml><A><![CDATA[1 < 2]]></A><B>&lt;3</B><C/></xml>') },
    { A: '1 < 2', B: '<3', C: '' },
  );
  assert.equal(readXml('<xml><__proto__>x</__proto__></xml>')?.toString, undefined);
  assert.equal(readXml('<!DOCTYPE xml [<!ENTITY e "x">]><xml><A>&e;</A></xml>'), undefined);
  assert.deepEqual({ ...readXml('<xml><A>&e;</A></xml>') }, { A: '&e;' });
  assert.equal(readXml('<xml><A><B>1</B></A></xml>'), undefined);
  assert.equal(readXml('<a>'.repeat(30_000)), undefined);
  assert.equal(readXml(`<xml>${'<A/>'.repeat(60)}</xml>`), undefined);
  assert.equal(readXml('text'), undefined);
});
