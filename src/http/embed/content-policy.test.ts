import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Agent, completeSettings } from '../../agents/index.ts';
import { allowedOriginsOf } from '../../channels/index.ts';
import { chatPolicy, frameAncestorsOf, previewPolicy } from './content-policy.ts';

const agentWith = (settings: object): Agent => ({ settings: completeSettings(settings) }) as Agent;

test('an agent without allowed origins can be framed only by our own origin', () => {
  assert.equal(frameAncestorsOf(agentWith({})), "'self'");
});

test('origins are normalized as browsers compare them', () => {
  const allowedOrigins = [
    'https://Shop.Example.com/',
    'http://localhost:8080',
    'https://*.example.org',
    'https://a.b:443',
    '*',
  ];
  assert.deepEqual(allowedOriginsOf(agentWith({ allowedOrigins })), [
    'https://shop.example.com',
    'http://localhost:8080',
    'https://*.example.org',
    'https://a.b',
    '*',
  ]);
});

test('a text that is not an origin is never part of a policy', () => {
  const allowedOrigins = [
    "https://a.example; script-src 'unsafe-inline'",
    'https://a.example/path',
    'https://a.example https://b.example',
    'javascript://a.example',
    'https://user@a.example',
    'https://a.example\r\nX-Evil: 1',
    'https:',
    'null',
    'https://*',
    '',
  ];
  assert.equal(frameAncestorsOf(agentWith({ allowedOrigins })), "'self'");
  const hosts = ["x; script-src 'unsafe-inline'", 'a b', 'https://a.example', '*', 'img.example.com'];
  const policy = chatPolicy(agentWith({ channels: { imageHosts: hosts } }), { frameAncestors: "'none'" });
  assert.match(policy, /img-src 'self' data: blob: https:\/\/img\.example\.com;/);
  assert.doesNotMatch(policy, /unsafe|\*/);
});

test('scripts and styles are loaded only from our own origin', () => {
  const rules = chatPolicy(agentWith({}), { frameAncestors: "'none'" }).split('; ');
  for (const rule of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "connect-src 'self'"])
    assert.ok(rules.includes(rule), rule);
});

test('the preview may call nothing and be framed only by our own pages', () => {
  const rules = previewPolicy.split('; ');
  assert.ok(rules.includes("default-src 'none'"));
  assert.ok(rules.includes("frame-ancestors 'self'"));
  assert.ok(!rules.some((rule) => rule.startsWith('connect-src')));
});
