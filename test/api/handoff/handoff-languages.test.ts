import assert from 'node:assert/strict';
import { openVisit } from '../../support/channels/visitor.ts';
import { withHandoff } from '../../support/handoff/with-handoff.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { readEvents, type TestService, testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

const asksForPerson = { call: { id: '1', name: 'request_human', argumentsText: '{}' } };
const scripted = () => createScriptedModel(() => [asksForPerson]);

const said = ({ text }: { text: string }): string =>
  readEvents(text)
    .flatMap(({ code, data }) => (code === 3 ? [data] : []))
    .join('');

const translations = {
  pt: { connectingText: 'Um momento {já} <b>', emailText: 'Seu e-mail?', unreachableText: 'Ninguém.' },
  de: { unreachableText: 'Keiner da.' },
};

const translate = (service: TestService) => service.configure({ translations } as never);

testService('visitors read the texts of a handoff in their language', scripted, (service) =>
  withHandoff(service, { connectingText: 'One moment.', emailText: 'Your e-mail?' }, async () => {
    await translate(service);
    const ask = async (languages: string[], email?: string): Promise<string> => {
      const visit = await openVisit(service, { languages, ...(email ? { email } : {}) });
      return said(await visit.send('Ein Mensch bitte'));
    };
    assert.equal(await ask(['pt-BR']), 'Seu e-mail?');
    assert.equal(await ask(['pt-BR'], 'a@example.com'), 'Um momento {já} <b>');
    assert.equal(await ask(['ar']), 'Your e-mail?', 'a text of the operator is not replaced');
    assert.equal(await ask(['tlh'], 'a@example.com'), 'One moment.');
  }),
);

testService('a handoff phrase is answered in the language of the page', scripted, (service) =>
  withHandoff(service, { phrases: ['human'] }, async () => {
    await translate(service);
    const visit = await openVisit(service, { languages: ['pt'] });
    assert.equal(said(await visit.send('human, please')), 'Seu e-mail?');
  }),
);

testService('texts that no operator changed are shown in the language of the page', scripted, (service) =>
  withHandoff(service, {}, async () => {
    for (const [tag, expected] of [
      ['ja', '担当者におつなぎします。'],
      ['zh-TW', '正在為您轉接真人客服。'],
      ['en-GB', 'I am connecting you to a colleague.'],
      ['sv', 'I am connecting you to a colleague.'],
    ] as const) {
      const visit = await openVisit(service, { languages: [tag], email: 'a@example.com' });
      assert.equal(said(await visit.send('Hello')), expected);
    }
  }),
);

testService('in the API the language of the message counts', scripted, (service) =>
  withHandoff(service, { connectingText: 'One moment.', phrases: ['humano', 'Mensch'] }, async (bench) => {
    await translate(service);
    // The call goes out before the round ends. It fails after the first reply was read, so that the order is fixed.
    bench.desk.answerWith((_call, response) => {
      void bench.read(1).then(() => response.writeHead(503).end());
    });
    await bench.send(await service.newConversation(), 'Quero falar com uma pessoa');
    const [connecting, unreachable] = await bench.read(2);
    assert.equal(connecting.output[0].content.text, 'Um momento {já} <b>');
    assert.equal(unreachable.output[0].content.text, 'Ninguém.');
    await bench.send(await service.newConversation(), 'Ich möchte bitte einen Mensch sprechen');
    const [, , german] = await bench.read(3);
    assert.equal(german.output[0].content.text, 'Keiner da.');
  }),
);

testService('an operator can disable the notice that nobody can be reached', scripted, (service) =>
  withHandoff(service, { unreachableText: '', phrases: ['human'] }, async (bench) => {
    bench.desk.answerWith((_call, response) => void response.writeHead(503).end());
    await bench.send(await service.newConversation(), 'human, please');
    const { query } = service.app.db;
    const told = query.selectFrom('human_sessions').select('id').where('told_unreachable', '=', 1);
    await eventually('the failed attempt was handled', async () => (await told.execute()).length === 1);
    assert.deepEqual(await query.selectFrom('human_messages').selectAll().execute(), []);
  }),
);
