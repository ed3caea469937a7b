import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type DeskProcess, startDesk } from '../../support/handoff/desk-process.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { type TestService, testOperatorToken, withService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

const operate = async (service: TestService, method: 'GET' | 'POST', path: string, body?: unknown) => {
  const options = { key: testOperatorToken };
  const { items } = (await service.call('GET', '/console/api/workspaces', undefined, options)).body;
  return service.call(method, `/console/api/workspaces/${items[0].id}${path}`, body, options);
};

/** Makes all scheduled retries due now. */
const tryAgain = (service: TestService) =>
  operate(service, 'POST', '/deliveries/replay', { status: 'pending' });

const attemptsWith = async (service: TestService, httpStatus: number): Promise<number> => {
  const { items } = (await operate(service, 'GET', '/deliveries?status=pending')).body;
  return items.filter((one: { httpStatus: number | null }) => one.httpStatus === httpStatus).length;
};

test('the example desk keeps its sessions over a restart, and refuses messages for sessions that it does not know', () =>
  withService('sqlite', createScriptedModel(), async (service) => {
    const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'frontdesk-desk-')));
    const user = await startReceiver();
    let desk: DeskProcess | undefined;
    try {
      const serviceUrl = await service.app.server.listen({ host: '127.0.0.1', port: 0 });
      desk = await startDesk({ serviceUrl, folder: folders[0]! });
      const port = Number(new URL(desk.url).port);
      const restart = async (folder: string): Promise<DeskProcess> => {
        await desk?.kill();
        desk = await startDesk({ serviceUrl, folder, port });
        return desk;
      };
      await service.configure({
        webhook: { url: user.url },
        humanService: { baseUrl: desk.url, phrases: ['talk to a human'], firstReplySeconds: 3600 },
      });
      const conversationId = await service.newConversation('Ada Lovelace');
      const send = (content: unknown) =>
        service.call('POST', '/v2/conversation/message', {
          conversation_id: conversationId,
          response_mode: 'webhook',
          messages: [{ role: 'user', content }],
        });
      const linesOf = async (from: DeskProcess) =>
        (await from.sessions()).find((session) => session.conversationId === conversationId)?.lines ?? [];

      await send('talk to a human');
      await eventually('the session is at the desk', async () => (await desk!.sessions()).length === 1);
      const reply = {
        conversation_id: conversationId,
        text: 'Grace here.',
        name: 'Grace',
        key: 'reply-1',
        timestamp: Date.now(),
      };
      assert.equal(await desk.post('/desk/reply', reply), 200);
      assert.equal(await desk.post('/desk/read', { conversation_id: conversationId }), 200);

      // A desk without this session must not acknowledge its messages.
      desk = await restart(folders[1]!);
      await send([
        { type: 'text', text: 'Here is the invoice.' },
        {
          type: 'document',
          document: [
            {
              name: 'invoice.txt',
              format: 'txt',
              base64_content: Buffer.from('1 parcel').toString('base64'),
            },
          ],
        },
      ]);
      await eventually('the message was refused', async () => (await attemptsWith(service, 404)) === 1);
      assert.deepEqual(await desk.sessions(), []);

      desk = await restart(folders[0]!);
      await eventually('the message is at the desk', async () => {
        await tryAgain(service);
        return (await linesOf(desk!)).length === 3;
      });
      const [session] = await desk.sessions();
      assert.deepEqual(
        [
          session!.user,
          session!.status,
          session!.unread,
          session!.lines.map(({ from, name }) => name ?? from),
        ],
        ['Ada Lovelace', 'open', 1, ['user', 'Grace', 'user']],
      );
      const { text, files } = session!.lines.at(-1)!;
      assert.match(text, /^Here is the invoice\./);
      assert.equal(files?.[0]?.name, 'invoice.txt');
      const { pathname, search } = new URL(files![0]!.url);
      const path = pathname + search;
      assert.equal((await service.call('GET', path, undefined, { key: null })).text, '1 parcel');

      // A reply that is sent again after a crash reaches the user once.
      desk = await restart(folders[0]!);
      assert.equal(await desk.post('/desk/reply', reply), 200);
      assert.equal((await linesOf(desk)).length, 3);
      await service.app.rooms.jobs.idle();
      assert.equal(user.calls.filter(({ body }) => body.includes('Grace here.')).length, 1);
    } finally {
      await desk?.kill();
      await user.close();
      for (const folder of folders) rmSync(folder, { recursive: true });
    }
  }));
