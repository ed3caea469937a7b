import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { createScriptedModel, type ScriptedModel } from '../support/scripted-model.ts';
import { testService } from '../support/service.ts';

let gates: PromiseWithResolvers<void>[];
let model: ScriptedModel;

testService(
  'a message that is just arriving when the service stops is answered like one that runs',
  () => {
    gates = [Promise.withResolvers(), Promise.withResolvers()];
    model = createScriptedModel((_request, call) => [{ wait: gates[call - 1]!.promise }, { say: 'Yes.' }]);
    return { models: model.models };
  },
  async (service) => {
    const ask = async () => {
      const conversation_id = await service.newConversation();
      return () =>
        service.call('POST', '/v2/conversation/message', {
          conversation_id,
          messages: [{ role: 'user', content: 'Are you there?' }],
        });
    };
    const [askFirst, askSecond] = [await ask(), await ask()];
    const first = askFirst();
    await eventually('the first is asked', () => model.requests.length === 1);
    const second = askSecond();
    const closing = service.app.rooms.runtime.close(60_000);
    await eventually('the second is asked', () => model.requests.length === 2);
    gates[0]!.resolve();
    assert.equal((await first).status, 200);
    for (let turn = 0; turn < 20; turn++) await nextTurn();
    gates[1]!.resolve();
    const answer = await second;
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.body.output[0].content.text, 'Yes.');
    await closing;
  },
);
