import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultSettings } from '../../agents/index.ts';
import { linkPreview } from './link-preview.ts';

const origin = 'https://desk.example';
const noImages = { logo: null, avatar: null };

const preview = (
  { name = 'Shop help', greeting = '' },
  { images = noImages, languages = [] as string[], translations = {} } = {},
): string => {
  const settings = defaultSettings();
  settings.channels.greeting = greeting;
  settings.translations = translations;
  return linkPreview({ agent: { id: 'a1', name, settings }, images, origin, languages }).text;
};

/** Contents of the tags by name, as a program that shows previews reads them. */
const read = (head: string) =>
  Object.fromEntries(
    [...head.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g)].map((match) =>
      match.slice(1),
    ),
  );

test('a link shows the name, the greeting and the logo of the agent', () => {
  const logo = { path: '/images/a1/logo.png', width: 512, height: 128 };
  const head = preview(
    { greeting: 'Hello!\n\nHow can I help?' },
    { images: { logo, avatar: null } as never },
  );
  assert.match(head, /^<title>Shop help<\/title>/);
  assert.match(head, /<link rel="icon" href="\/images\/a1\/logo\.png">/);
  assert.deepEqual(read(head), {
    description: 'Hello! How can I help?',
    'og:type': 'website',
    'og:title': 'Shop help',
    'og:url': 'https://desk.example/share/a1',
    'og:description': 'Hello! How can I help?',
    'og:image': 'https://desk.example/images/a1/logo.png',
    'og:image:width': '512',
    'og:image:height': '128',
    'og:image:alt': 'Shop help',
    'twitter:card': 'summary',
  });
  assert.equal(read(preview({}))['og:description'], undefined);
});

test('the greeting is in the language of the reader', () => {
  const empty = {
    suggestions: [],
    aiDisclosureText: '',
    launcherText: '',
    connectingText: '',
    emailText: '',
    unreachableText: '',
  };
  const translations = { 'pt-BR': { ...empty, greeting: 'Olá!' } };
  const tags = read(preview({ greeting: 'Hello!' }, { translations, languages: ['pt-BR'] }));
  assert.equal(tags['og:description'], 'Olá!');
  assert.equal(tags['og:locale'], 'pt_BR');
  assert.equal(read(preview({ greeting: 'Hello!' }, { translations }))['og:locale'], undefined);
});

test('hostile names stay text, without characters that change its direction', () => {
  const name = `"><script>alert('x')</script>&\u202egnp.exe\u2066\u0000\n </title>`;
  const head = preview({ name, greeting: name });
  assert.doesNotMatch(head, /<script|[\p{Bidi_Control}\p{Cc}]/u);
  assert.equal(head.match(/<\/title>/g)?.length, 1);
  assert.equal(
    read(head)['og:title'],
    '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp; gnp.exe &lt;/title&gt;',
  );
});

test('long texts are cut at whole characters', () => {
  const tags = read(preview({ name: '😀'.repeat(10_000), greeting: 'word '.repeat(10_000) }));
  assert.equal([...tags['og:title']!].length, 100);
  assert.ok(tags['og:title']!.endsWith('😀…') && tags['og:title']!.isWellFormed());
  assert.ok(tags.description!.length <= 200 && tags.description!.endsWith('word…'));
});
