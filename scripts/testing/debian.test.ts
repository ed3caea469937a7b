import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseMirror } from './debian.ts';

test('the mirror is the main archive in the sources of the machine', () => {
  const targets = [
    'https://packages.example.com/apt/\tExample',
    'http://security.example.net/debian-security/\tDebian-Security',
    'http://mirror.example.net/debian/\tDebian',
    'http://other.example.net/debian/\tDebian',
  ];
  assert.equal(chooseMirror(targets.join('\n')), 'http://mirror.example.net/debian');
});

test('sources that debootstrap cannot read fall back to the public mirror', () => {
  const targets = 'mirror+file:/etc/apt/mirrors.txt\tDebian\ncdrom://disc/\tDebian';
  assert.equal(chooseMirror(targets), 'http://deb.debian.org/debian');
  assert.equal(chooseMirror(''), 'http://deb.debian.org/debian');
});
