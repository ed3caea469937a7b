import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripDoctype } from './strip-doctype.ts';

test('an internal subset goes whole, with its comments, quotes and brackets', () => {
  const xml = `<?xml version="1.0"?><!DOCTYPE r [<!-- don't --><!ENTITY a "]>"><!ELEMENT r ANY>]><r>&a;</r>`;
  assert.deepEqual(stripDoctype(xml), { xml: '<?xml version="1.0"?><r>&a;</r>', declaresEntities: true });
});

test('a plain declaration goes without alarm', () => {
  assert.deepEqual(stripDoctype('<!DOCTYPE note SYSTEM "note.dtd"><note/>'), {
    xml: '<note/>',
    declaresEntities: false,
  });
});

test('a declaration below the root is text and stays', () => {
  const xml = '<feed><![CDATA[<!DOCTYPE html><p>x</p>]]></feed>';
  assert.equal(stripDoctype(xml).xml, xml);
});

test('a declaration that never ends takes the rest with it', () => {
  assert.equal(stripDoctype('<!DOCTYPE r [<!ENTITY a "x').xml, '');
});
