import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripDoctype } from './strip-doctype.ts';

test('an internal subset is removed with its comments, quotes and brackets', () => {
  const xml = `<?xml version="1.0"?><!DOCTYPE r [<!-- don't --><!ENTITY a "]>"><!ELEMENT r ANY>]><r>&a;</r>`;
  assert.deepEqual(stripDoctype(xml), { xml: '<?xml version="1.0"?><r>&a;</r>', declaresEntities: true });
});

test('a plain declaration is removed without a warning', () => {
  assert.deepEqual(stripDoctype('<!DOCTYPE note SYSTEM "note.dtd"><note/>'), {
    xml: '<note/>',
    declaresEntities: false,
  });
});

test('a declaration inside the root element is kept as text', () => {
  const xml = '<feed><![CDATA[<!DOCTYPE html><p>x</p>]]></feed>';
  assert.equal(stripDoctype(xml).xml, xml);
});

test('an unclosed declaration removes the rest', () => {
  assert.equal(stripDoctype('<!DOCTYPE r [<!ENTITY a "x').xml, '');
});
