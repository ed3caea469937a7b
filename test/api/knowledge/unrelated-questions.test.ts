import assert from 'node:assert/strict';
import { after } from 'node:test';
import { createEmbeddedEmbedders } from '../../../src/knowledge/embed/index.ts';
import { addTexts } from '../../support/knowledge/documents.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { type TestService, testService } from '../../support/service/service.ts';

const embedders = createEmbeddedEmbedders();
after(() => embedders.close());
/** The service closes its embedding models, and these are shared by the tests of this file. */
const shared = { all: embedders.all, for: embedders.for };

const scripted = createScriptedModel(() => [{ say: 'Fine.' }]);

const documents = [
  {
    name: 'returns-en.md',
    text: 'Returns: unused items can be sent back within 30 days. The refund is paid to the original card.',
  },
  {
    name: 'hours-en.md',
    text: 'Opening hours: the shop on Harbour Street is open from nine to six, Monday to Friday.',
  },
  { name: 'returns-zh.md', text: '退货：未使用的商品可以在三十天内退回。退款会原路返回到您的银行卡。' },
  { name: 'hours-zh.md', text: '营业时间：海港街的商店周一到周五九点到六点营业。' },
  {
    name: 'returns-ru.md',
    text: 'Возврат: неиспользованные товары можно вернуть в течение тридцати дней. Деньги возвращаются на карту.',
  },
  { name: 'hours-ru.md', text: 'Часы работы: магазин на Портовой улице открыт с девяти до шести.' },
  {
    name: 'returns-ar.md',
    text: 'الإرجاع: يمكن إرجاع المنتجات غير المستعملة خلال ثلاثين يوما. يعاد المبلغ إلى البطاقة.',
  },
  { name: 'hours-ar.md', text: 'ساعات العمل: المتجر في شارع الميناء مفتوح من التاسعة إلى السادسة.' },
];

const cases = [
  {
    language: 'English',
    related: 'Within how many days can I send unused items back?',
    right: 'returns-en.md',
    unrelated: 'Which planet has the largest moon?',
  },
  {
    language: 'Chinese',
    related: '未使用的商品几天内可以退回？',
    right: 'returns-zh.md',
    unrelated: '哪颗行星的卫星最大？',
  },
  {
    language: 'Russian',
    related: 'Сколько дней можно вернуть неиспользованные товары?',
    right: 'returns-ru.md',
    unrelated: 'У какой планеты самый большой спутник?',
  },
  {
    language: 'Arabic',
    related: 'خلال كم يوما يمكن إرجاع المنتجات؟',
    right: 'returns-ar.md',
    unrelated: 'أي كوكب لديه أكبر قمر؟',
  },
];

/** The system prompt of the model for a question in a new conversation. */
const promptFor = async ({ call, newConversation }: TestService, question: string): Promise<string> => {
  const { status } = await call('POST', '/v2/conversation/message', {
    conversation_id: await newConversation(),
    messages: [{ role: 'user', content: question }],
  });
  assert.equal(status, 200);
  const [system] = scripted.requests.at(-1)!.messages;
  return system?.role === 'system' ? system.text : '';
};

testService(
  'an unrelated question puts no passages into the prompt, unless the agent has its own minimum score',
  { models: scripted.models, embedders: shared },
  async (service) => {
    await addTexts(service, documents);
    for (const { language, related, right, unrelated } of cases) {
      assert.match(await promptFor(service, related), new RegExp(`\\[1\\] ${right}`), language);
      assert.doesNotMatch(await promptFor(service, unrelated), /<knowledge>/, language);
    }
    const { body } = await service.call('POST', '/v1/vector/match', {
      prompt: cases[0]!.unrelated,
      top_k: 3,
    });
    assert.equal(body.total, 3, 'vector match has no default minimum');

    await service.configure({ knowledge: { minimumScore: 0.1 } });
    assert.match(await promptFor(service, 'Which street has the largest moon?'), /<knowledge>/);
    await service.configure({ knowledge: { minimumScore: 0.95 } });
    assert.doesNotMatch(await promptFor(service, cases[0]!.related), /<knowledge>/);
  },
);
