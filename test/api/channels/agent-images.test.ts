import assert from 'node:assert/strict';
import sharp from 'sharp';
import { wordsFor } from '../../../src/http/embed/widget-words.ts';
import { openVisit } from '../../support/channels/visitor.ts';
import { openConsoleCalls } from '../../support/console/console-calls.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { type TestService, testService } from '../../support/service/service.ts';

const picture = (width: number, height: number, alpha = 1) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 30, b: 30, alpha } } });

const fetchImage = async ({ app }: TestService, url: string) => {
  const { statusCode, headers, rawPayload } = await app.server.inject({ url });
  return { status: statusCode, headers, bytes: rawPayload };
};

testService(
  'logo and avatar are encoded again, shown to visitors, and deleted with their replacement and their agent',
  createScriptedModel,
  async (service) => {
    const { agent, call, sendFile } = await openConsoleCalls(service);
    const send = async (purpose: string, bytes: Buffer) => {
      const { status, body } = await sendFile('PUT', `${agent}/images/${purpose}`, bytes);
      assert.equal(status, 200, JSON.stringify(body));
      return body[purpose];
    };
    assert.deepEqual((await call('GET', `${agent}/images`)).body, { logo: null, avatar: null });
    const secret = 'Musterweg 5';
    const photo = await picture(900, 300)
      .jpeg()
      .withExif({ IFD0: { Copyright: secret } })
      .toBuffer();
    const logo = await send('logo', photo);
    assert.deepEqual([logo.width, logo.height], [512, 171]);
    const avatar = await send('avatar', await picture(64, 64, 0.5).webp().toBuffer());
    assert.deepEqual([avatar.width, avatar.height], [64, 64], 'small images are not enlarged');

    await service.configure({ channels: { logoAlt: 'Example Ltd' } });
    const { session } = await openVisit(service);
    assert.deepEqual(session.agent.logo, { url: logo.path, alt: 'Example Ltd' });
    assert.equal(session.agent.avatar, avatar.path);

    const shown = await fetchImage(service, logo.path);
    assert.equal(shown.status, 200);
    assert.equal(shown.headers['content-type'], 'image/jpeg');
    assert.equal(shown.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(shown.headers['x-content-type-options'], 'nosniff');
    assert.equal(shown.headers['set-cookie'], undefined);
    assert.ok(!shown.bytes.includes(secret), 'metadata is removed');
    assert.equal((await sharp(shown.bytes).metadata()).width, 512);
    const transparent = await fetchImage(service, avatar.path);
    assert.equal((await sharp(transparent.bytes).metadata()).hasAlpha, true);

    const copy = await call('POST', `${agent}/duplicate`, { name: 'Copy' });
    const copied = await call('GET', agent.replace(/[^/]+$/, `${copy.body.id}/images`));
    assert.equal((await fetchImage(service, copied.body.logo.path)).status, 200);

    const replaced = await send('logo', await picture(40, 40).gif().toBuffer());
    assert.notEqual(replaced.path, logo.path);
    assert.equal((await fetchImage(service, logo.path)).status, 404, 'the previous image');
    assert.equal((await call('DELETE', `${agent}/images/avatar`)).status, 204);
    assert.equal((await call('DELETE', `${agent}/images/avatar`)).status, 404);
    assert.equal((await fetchImage(service, avatar.path)).status, 404);
    assert.equal((await call('DELETE', agent)).status, 204);
    assert.equal((await fetchImage(service, replaced.path)).status, 404, 'the image of a deleted agent');
    const left = await service.app.db.query.selectFrom('agent_images').select('agent_id').execute();
    assert.deepEqual([...new Set(left.map(({ agent_id }) => agent_id))], [copy.body.id]);
  },
);

testService(
  'files that are not images are refused and change nothing',
  createScriptedModel,
  async (service) => {
    const { agent, call, sendFile, signIn } = await openConsoleCalls(service);
    const path = `${agent}/images/logo`;
    const valid = await picture(20, 20).png().toBuffer();
    assert.equal((await sendFile('PUT', path, valid)).status, 200);
    const before = (await call('GET', `${agent}/images`)).body;

    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const wrongType = /^file: must be a PNG, JPEG, WebP or GIF image$/;
    const damaged = /^file: is damaged and cannot be read$/;
    const noise = Buffer.concat([await picture(600, 600).png().toBuffer(), Buffer.from(svg)]);
    for (const [what, bytes, status, message] of [
      ['SVG', Buffer.from(svg), 400, wrongType],
      ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 400, wrongType],
      ['nothing', Buffer.alloc(0), 400, wrongType],
      ['only a PNG signature', valid.subarray(0, 8), 400, damaged],
      ['a cut PNG', valid.subarray(0, -20), 400, damaged],
      ['too large a file', Buffer.alloc(5 * 2 ** 20 + 1), 413, /at most 5 MB/],
      ['too many pixels', await picture(5_001, 5_000).png().toBuffer(), 400, /25 million pixels/],
    ] as const) {
      const refused = await sendFile('PUT', path, bytes);
      assert.equal(refused.status, status, what);
      assert.match(refused.body.message, message, what);
    }
    assert.deepEqual((await call('GET', `${agent}/images`)).body, before);
    assert.equal((await sendFile('PUT', `${agent}/images/banner`, valid)).status, 400, 'unknown purpose');

    const polyglot = await sendFile('PUT', path, noise);
    assert.equal(polyglot.status, 200);
    const { bytes } = await fetchImage(service, polyglot.body.logo.path);
    assert.ok(!bytes.includes('<svg'), 'what follows the image is not kept');

    const viewer = await signIn('viewer');
    assert.equal((await viewer('GET', `${agent}/images`)).status, 200);
    assert.equal((await viewer('DELETE', path)).status, 403);
    for (const url of [
      '/images/x/y',
      `/images/${'f'.repeat(24)}/${'0'.repeat(64)}.png`,
      `${polyglot.body.logo.path}?x=1`.replace(/\/images\/\w+/, `/images/${'f'.repeat(24)}`),
    ])
      assert.equal((await fetchImage(service, url)).status, 404, url);
  },
);

testService(
  'the widget gets the look of its button, in the language of the visitor, while a widget is on',
  createScriptedModel,
  async (service) => {
    const { agentId } = await openConsoleCalls(service);
    const launcher = async (query = '', headers = {}) => {
      const { json, headers: given } = await service.app.server.inject({
        url: `/widget/${agentId}${query}`,
        headers,
      });
      assert.equal(given['access-control-allow-origin'], '*');
      return json();
    };
    const texts = {
      greeting: '',
      suggestions: [],
      aiDisclosureText: '',
      connectingText: '',
      emailText: '',
      unreachableText: '',
    };
    await service.configure({
      channels: { launcherText: 'Ask us', colors: { primary: '#ffdd00', onPrimary: null } },
      translations: { de: { ...texts, launcherText: 'Frag uns' } },
    });
    const words = wordsFor(['en']);
    assert.deepEqual(await launcher(), { words }, 'no widget is on');
    await service.configure({
      channels: { enabled: { share: false, embed: false, widget: false, liveChat: true, search: false } },
    });
    const look = { words, color: '#ffdd00', onColor: null, text: 'Ask us', avatar: null };
    const german = { ...look, words: wordsFor(['de']), text: 'Frag uns' };
    assert.equal(german.words.open, 'Chat öffnen');
    assert.deepEqual(await launcher(), look);
    assert.deepEqual(await launcher('?locale=de-AT'), german);
    assert.deepEqual(await launcher('', { 'accept-language': 'de' }), german);
    assert.deepEqual(await launcher('?locale=fr&locale=x'), look);
    for (const locale of ['constructor', '%7B%22', 'x'.repeat(2000)])
      assert.deepEqual(await launcher(`?locale=${locale}`), look, locale);
    assert.deepEqual((await service.app.server.inject({ url: '/widget/nobody' })).json(), { words });
  },
);
