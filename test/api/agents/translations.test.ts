import assert from 'node:assert/strict';
import { agentIdOf, openVisit } from '../../support/channels/visitor.ts';
import { operatorOf } from '../../support/console/operator.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { type TestService, testService } from '../../support/service/service.ts';

/** Changes the settings of the first agent through the management API. */
const agentCalls = async (service: TestService) => {
  const { call, workspace } = await operatorOf(service);
  const path = `${workspace}/agents/${await agentIdOf(service)}`;
  const read = async () => (await call('GET', path)).body;
  return {
    read,
    patch: async (settings: object) =>
      call('PATCH', path, { version: (await read()).version, settings: { ...settings } }),
  };
};

const empty = {
  greeting: '',
  suggestions: [],
  aiDisclosureText: '',
  launcherText: '',
  connectingText: '',
  emailText: '',
  unreachableText: '',
};

testService(
  'translations are stored with canonical tags and changed one by one',
  createScriptedModel,
  async (service) => {
    const { patch, read } = await agentCalls(service);
    const saved = await patch({ translations: { 'pt-br': { greeting: 'Oi!' }, 'ZH-hant': {} } });
    assert.equal(saved.status, 200, saved.text);
    assert.deepEqual(saved.body.settings.translations, {
      'pt-BR': { ...empty, greeting: 'Oi!' },
      'zh-Hant': empty,
    });
    await patch({ translations: { 'PT-br': { suggestions: ['Onde?'] }, 'zh-Hant': null, de: {} } });
    const { settings } = await read();
    assert.deepEqual(settings.translations, {
      'pt-BR': { ...empty, greeting: 'Oi!', suggestions: ['Onde?'] },
      de: empty,
    });
    const { rooms, db } = service.app;
    const stored = await rooms.agents.findIn(db.query, await agentIdOf(service));
    assert.deepEqual(stored?.settings.translations, settings.translations);
  },
);

/** Different languages: private three-letter codes, which have no short form. */
const languages = (count: number): Record<string, object> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `qa${'abcdefghijklmnopqrst'[index % 20]}-${['DE', 'FR', 'IT'][Math.floor(index / 20)]}`,
      {},
    ]),
  );

testService(
  'invalid translations are rejected with the field and the rule',
  createScriptedModel,
  async (service) => {
    const { patch, read } = await agentCalls(service);
    const before = await read();
    for (const [translations, message] of [
      [{ pt_BR: {} }, /settings\.translations: "pt_BR" is not a BCP 47 language tag/],
      [{ '': {} }, /settings\.translations: "" is not a BCP 47 language tag/],
      [{ ['x'.repeat(10_000)]: {} }, /settings\.translations: "x{40}" is not a BCP 47 language tag/],
      [JSON.parse('{"__proto__": {}}'), /"__proto__"/],
      [{ 'pt-br': {}, 'pt-BR': {} }, /"pt-br" and "pt-BR" are the same language \(pt-BR\)/],
      [{ iw: {}, he: {} }, /are the same language \(he\)/],
      [languages(51), /settings\.translations must have at most 50 fields/],
      [
        { de: { greeting: 'x'.repeat(2001) } },
        /translations\.de\.greeting must have at most 2000 characters/,
      ],
      [
        { de: { suggestions: ['1', '2', '3', '4', '5', '6', '7'] } },
        /translations\.de\.suggestions must have at most 6/,
      ],
      [{ de: { suggestions: [''] } }, /translations\.de\.suggestions\[0\]/],
      [{ de: { emailText: 'x'.repeat(1001) } }, /translations\.de\.emailText must have at most 1000/],
      [{ de: 'Hallo' }, /translations\.de/],
      [[], /translations/],
    ] as const) {
      const refused = await patch({ translations });
      assert.deepEqual(
        [refused.status, refused.body.code],
        [400, 40000],
        JSON.stringify(translations).slice(0, 80),
      );
      assert.match(refused.body.message, message);
      assert.ok(refused.body.message.length < 400);
    }
    assert.deepEqual(await read(), before, 'nothing was changed');

    assert.equal((await patch({ translations: languages(50) })).status, 200);
    const refused = await patch({ translations: { de: {} } });
    assert.match(refused.body.message, /settings\.translations must have at most 50 fields/);
  },
);

testService(
  "a page gets greeting and suggestions in the visitor's language, or the agent's own",
  createScriptedModel,
  async (service) => {
    const { patch } = await agentCalls(service);
    const greeting = 'Hello {name} <b>there</b>';
    await patch({
      channels: { greeting, suggestions: ['Opening hours?'] },
      translations: {
        pt: { greeting: 'Olá {nome} <i>', suggestions: ['Horário?'] },
        'pt-BR': { greeting: 'Oi' },
        'zh-Hant': { greeting: '您好' },
        ko: { suggestions: ['영업 시간?'] },
      },
    });
    const welcome = async (introduced: Parameters<typeof openVisit>[1]) => {
      const { status, session } = await openVisit(service, introduced);
      assert.equal(status, 200, JSON.stringify(session));
      assert.equal(typeof session.agent.greeting, 'string');
      assert.equal(session.agent.translations, undefined);
      return [session.agent.greeting, session.agent.suggestions[0]];
    };
    const own = [greeting, 'Opening hours?'];
    for (const [tags, expected] of [
      [['pt-BR'], ['Oi', 'Horário?']],
      [['pt-PT'], ['Olá {nome} <i>', 'Horário?']],
      [['pt_AO'], ['Olá {nome} <i>', 'Horário?']],
      [['zh-TW'], ['您好', 'Opening hours?']],
      [['zh-CN'], own],
      [['ko'], [greeting, '영업 시간?']],
      [
        ['sv', 'ko', 'pt'],
        ['Olá {nome} <i>', '영업 시간?'],
      ],
      [['ar'], own],
      [[], own],
      [['', '*', '{', '__proto__', 'constructor', 'x'.repeat(100_000)], own],
    ] as const)
      assert.deepEqual(await welcome({ languages: [...tags] }), expected, String(tags).slice(0, 50));
    assert.deepEqual(
      await welcome({ locale: 'pt-BR' }),
      ['Oi', 'Horário?'],
      'an earlier version of the page',
    );
    assert.deepEqual(await welcome({ locale: 'x'.repeat(1000) }), own);
  },
);

testService(
  'if the page reports no language, the most preferred one of Accept-Language is used',
  createScriptedModel,
  async (service) => {
    const { patch } = await agentCalls(service);
    await patch({
      channels: { greeting: 'Hallo', enabled: { share: true } },
      translations: { en: { greeting: 'Hello' }, pt: { greeting: 'Olá' } },
    });
    const url = `/channels/${await agentIdOf(service)}/session`;
    for (const [header, expected] of [
      ['pt-BR,pt;q=0.9,en;q=0.8', 'Olá'],
      ['de;q=0.5,en;q=0.9', 'Hello'],
      // With the second language the German text would be replaced by an English one.
      ['de,en;q=0.9', 'Hallo'],
      ['*', 'Hallo'],
      [';;;q=,,q=9;en', 'Hallo'],
      ['\u00ff'.repeat(200), 'Hallo'],
    ] as const) {
      const options = { key: null, headers: { 'accept-language': header } };
      const { status, body } = await service.call('POST', url, { channel: 'SHARE' }, options);
      assert.deepEqual([status, body.agent.greeting], [200, expected], header);
    }
  },
);

testService(
  'the AI disclosure is off until an operator enables it, and has a text per language',
  createScriptedModel,
  async (service) => {
    const { patch } = await agentCalls(service);
    await patch({ channels: { enabled: { share: true } } });
    const shown = async (...languages: string[]) =>
      (await openVisit(service, { channel: 'SHARE', languages })).session.agent.ai_disclosure;
    assert.equal(await shown('de'), null);
    await patch({ channels: { aiDisclosure: true } });
    assert.equal(await shown('de'), '', 'the page shows its built-in text');
    await patch({
      channels: { aiDisclosureText: 'A robot answers.' },
      translations: { de: { aiDisclosureText: 'Ein Roboter antwortet.' }, fr: { greeting: 'Bonjour' } },
    });
    assert.deepEqual(
      [await shown('de-AT'), await shown('fr'), await shown()],
      ['Ein Roboter antwortet.', 'A robot answers.', 'A robot answers.'],
    );
    const refused = await patch({ channels: { aiDisclosureText: 'x'.repeat(301) } });
    assert.equal(refused.status, 400);
    assert.match(refused.body.message, /channels\.aiDisclosureText must have at most 300 characters/);
    await patch({ channels: { aiDisclosure: false } });
    assert.equal(await shown('de'), null);
  },
);
