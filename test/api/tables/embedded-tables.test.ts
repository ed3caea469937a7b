import assert from 'node:assert/strict';
import { addTexts } from '../../support/knowledge/documents.ts';
import { testService } from '../../support/service/service.ts';
import { tableCalls } from '../../support/tables/table-calls.ts';

testService(
  'the embedded model of an agent with tables still chats, remembers and reads files',
  {},
  async (service) => {
    const { create, add } = tableCalls(service);
    const orders = await create('orders', [
      { name: 'number', type: 'TEXT', unique: true },
      { name: 'state', type: 'TEXT' },
    ]);
    await add(orders, [{ number: 'A-4711', state: 'shipped' }]);
    await addTexts(service, [
      { name: 'returns.txt', text: 'Parcels can be returned within 30 days of delivery.' },
    ]);
    const conversation_id = await service.newConversation();
    const ask = async (content: string): Promise<string> => {
      const { body } = await service.call('POST', '/v2/conversation/message', {
        conversation_id,
        messages: [{ role: 'user', content }],
      });
      return body.output[0].content.text;
    };
    const noEntry = /no matching entry|没有找到匹配/;
    for (const [said, expected] of [
      ['你好', /您好/],
      ['Thanks!', /You are welcome/],
      ['Thank you so much for the quick answer!', /You are welcome/],
    ] as const) {
      const reply = await ask(said);
      assert.match(reply, expected, said);
      assert.doesNotMatch(reply, noEntry, said);
    }
    assert.match(await ask('What is the state of order A-4711?'), /shipped/);
    assert.match(await ask('Within how many days can parcels be returned?'), /30 days/);
    await ask('My delivery window is Tuesday morning.');
    assert.match(await ask('When is my delivery window?'), /Tuesday morning/);
    await ask('The blue bicycle stands in the cellar.');
    assert.match(await ask('Where does the bicycle stand?'), /cellar/);
    // A missing row is still reported as missing if the agent knows nothing else.
    assert.match(await ask('What is the state of order Z-9999?'), noEntry);
  },
);
