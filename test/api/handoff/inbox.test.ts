import assert from 'node:assert/strict';
import { inboxSettings, withInbox } from '../../support/handoff/with-inbox.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { testOperatorToken, testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

const scripted = createScriptedModel();

testService(
  'people take, answer and hand back a session in the inbox, and the agent knows what was said',
  scripted,
  (service) =>
    withInbox(service, async ({ bench, console, inbox, ask, replies }) => {
      const support = await console.signIn('support');
      const editor = await console.signIn('editor');
      const viewer = await console.signIn('viewer');
      const { session, id, conversationId } = await ask();
      const waiting = (await support('GET', `${inbox}/sessions?queue=waiting`)).body;
      assert.deepEqual(waiting.counts, {
        waiting: 1,
        mine: 0,
        open: 1,
        leftMessage: 0,
        snoozed: 0,
        mentions: 0,
      });
      assert.deepEqual(
        [waiting.items[0].assignee, waiting.items[0].unread, waiting.items[0].lastMessage],
        [null, 1, { from: 'user', text: 'I want to talk to a human' }],
      );
      assert.equal(bench.desk.calls.length, 0);
      assert.equal((await viewer('POST', `${session}/take`)).status, 403);

      const taken = await support('POST', `${session}/take`);
      assert.deepEqual([taken.status, taken.body.assignee.name], [200, 'support']);
      assert.equal((await support('POST', `${session}/take`)).status, 200);
      assert.equal((await editor('POST', `${session}/take`)).status, 409);
      assert.equal((await console.call('POST', `${session}/take`)).status, 403, 'a token is nobody');
      await bench.send(conversationId, 'My parcel is lost');
      const mine = (await support('GET', `${inbox}/sessions?queue=mine`)).body;
      assert.deepEqual(
        [mine.counts, mine.items[0].unread, mine.items[0].lastMessage.text],
        [{ waiting: 0, mine: 1, open: 1, leftMessage: 0, snoozed: 0, mentions: 0 }, 2, 'My parcel is lost'],
      );

      // Opening a session marks it as read, but only for the person who has it.
      assert.equal((await editor('POST', `${session}/read`, {})).body.unread, 2);
      assert.equal((await viewer('POST', `${session}/read`, {})).status, 403);
      assert.equal((await console.call('POST', `${session}/read`, {})).status, 403, 'a token is nobody');
      const opened = (await support('POST', `${session}/read`, {})).body;
      assert.deepEqual([opened.unread, opened.waitingSince], [0, mine.items[0].waitingSince]);
      assert.equal((await support('POST', `${session}/read`, {})).body.version, opened.version);
      assert.deepEqual([opened.language, opened.operator], ['en', null]);

      const colleagues = (await support('GET', `${inbox}/operators`)).body.items;
      assert.deepEqual(
        colleagues.map(({ name }: { name: string }) => name),
        ['editor', 'support'],
      );
      assert.equal((await viewer('GET', `${inbox}/operators`)).status, 403);

      const file = { name: 'label.txt', base64Content: Buffer.from('parcel 7').toString('base64') };
      const replied = await support('POST', `${session}/replies`, { text: 'I look for it.', files: [file] });
      assert.equal(replied.status, 201, replied.text);
      await eventually('the user got the reply', () => replies().length === 1);
      const read = (await support('GET', session)).body;
      assert.deepEqual([read.unread, read.waitingSince, read.lastMessage.from], [0, null, 'person']);
      assert.notEqual(read.firstReplyAt, null);
      const messages = `${console.agent}/conversations/${conversationId}/messages`;
      const history = (await support('GET', messages)).body.items;
      assert.deepEqual(
        history.map(({ text }: { text: string }) => text),
        ['I want to talk to a human', 'My parcel is lost', 'I look for it.'],
      );
      assert.deepEqual(
        history.map(({ author, files }: { author: string | null; files: { name: string }[] }) => [
          author,
          files.map(({ name }) => name),
        ]),
        [
          [null, []],
          [null, []],
          ['support', ['label.txt']],
        ],
      );

      // A transfer, back to the queue, and taken by replying.
      const supportId = taken.body.assignee.id;
      const viewerId = (await console.call('GET', `${console.base}/operators`)).body.items.find(
        ({ role }: { role: string }) => role === 'viewer',
      ).id;
      assert.equal((await support('PUT', `${session}/assignee`, { operatorId: viewerId })).status, 400);
      assert.equal((await editor('PUT', `${session}/assignee`, { operatorId: null })).body.assignee, null);
      await editor('POST', `${session}/replies`, { text: 'Found it.' });
      assert.equal((await editor('GET', session)).body.assignee.name, 'editor');
      const back = await editor('PUT', `${session}/assignee`, { operatorId: supportId });
      assert.equal(back.body.assignee.id, supportId);

      const ended = await support('POST', `${session}/hand-back`, {
        reason: 'resolved',
        note: 'Refund of 7 euros is agreed.',
      });
      assert.deepEqual(
        [ended.status, ended.body.closeReason, ended.body.closedReason, ended.body.closedBy.name],
        [200, 'HUMAN_CLOSED', 'resolved', 'support'],
      );
      assert.deepEqual([ended.body.closeNote, ended.body.missed], ['Refund of 7 euros is agreed.', null]);
      const closed = (await support('GET', `${inbox}/sessions?queue=closed`)).body;
      assert.deepEqual([closed.items[0].id, closed.counts.open], [id, 0]);
      const before = scripted.requests.length;
      await bench.send(conversationId, 'And now?');
      await eventually('the agent answered', () => scripted.requests.length > before);
      const prompt = JSON.stringify(scripted.requests[before]!.messages);
      assert.ok(prompt.includes('Refund of 7 euros is agreed.') && prompt.includes('Found it.'), prompt);
      assert.ok(
        bench.user.calls.every(({ body }) => !body.includes('Refund of 7')),
        'users do not see notes',
      );
      const exported = `${console.agent}/export`;
      const texts = [
        (await service.call('GET', '/v1/message/qa/record/page?page_size=100')).text,
        (await console.call('GET', `${exported}/qa?format=jsonl`)).text,
        (await console.call('GET', `${exported}/conversations?format=jsonl`)).text,
      ];
      for (const text of texts) {
        assert.ok(text.includes('Found it.'), text);
        assert.ok(!text.includes('Refund of 7'), 'the note is only for the agent');
      }
      assert.equal(bench.desk.calls.length, 0, 'no human service is called');
    }),
);

testService(
  'bad input in the inbox gets a clear answer, and nothing is lost or sent twice',
  createScriptedModel,
  (service) =>
    withInbox(service, async ({ console, inbox, ask, replies }) => {
      const { session } = await ask();
      const reply = (body: unknown, key?: string, path = session) =>
        service.call('POST', `${path}/replies`, body, {
          key: testOperatorToken,
          headers: key === undefined ? {} : { 'idempotency-key': key },
        });

      const program = Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0xff, 0xff, 0, 0]);
      const refused: [body: unknown, status: number, message: RegExp][] = [
        [{ text: '  ' }, 400, /text is required/],
        [{ text: 'x'.repeat(65_537) }, 400, /text/],
        [{ text: 'x'.repeat(10 * 1024 * 1024) }, 400, /text/],
        [
          { text: 'x', files: [{ name: 'a.exe', base64Content: program.toString('base64') }] },
          400,
          /files\[0\]/,
        ],
        [{ text: 'x', files: [{ name: 'a.txt', base64Content: 'no base64!' }] }, 400, /files\[0\]/],
        [{ text: 'x', files: [{}] }, 400, /files\[0\]/],
      ];
      for (const [body, status, message] of refused) {
        const answer = await reply(body);
        assert.equal(answer.status, status, answer.text);
        assert.match(answer.body.message, message);
      }

      const [first, parallel] = await Promise.all([
        reply({ text: 'Once' }, 'k1'),
        reply({ text: 'Once' }, 'k1'),
      ]);
      const again = await reply({ text: 'Once' }, 'k1');
      assert.deepEqual([first.status, parallel.body, again.body], [201, first.body, first.body]);
      assert.equal((await reply({ text: 'Other' }, 'k1')).status, 400);

      const other = (await console.call('POST', '/console/api/workspaces', { name: 'Other' })).body.id;
      const foreign = session.replace(console.workspaceId, other);
      for (const answer of [
        await reply({ text: 'Not mine' }, undefined, foreign),
        await console.call('GET', foreign),
        await console.call('POST', `${foreign}/close`, {}),
        await console.call('PUT', `${foreign}/assignee`, { operatorId: null }),
        await (await console.signIn('owner', other))('POST', `${foreign}/read`, {}),
        await console.call('GET', `${inbox}/sessions/${'f'.repeat(24)}`),
      ])
        assert.equal(answer.status, 404, answer.text);
      assert.equal((await console.call('GET', `${inbox}/sessions?queue=open&cursor=1-x`)).status, 400);

      // Two people close at once: both get the same end.
      const support = await console.signIn('support');
      const editor = await console.signIn('editor');
      const unexplained = await support('POST', `${session}/close`, { reason: 'other', note: ' ' });
      assert.equal(unexplained.status, 400);
      assert.match(unexplained.body.message, /note/);
      assert.equal((await support('POST', `${session}/close`, { reason: 'bored' })).status, 400);
      const closed = await Promise.all([
        support('POST', `${session}/close`, { reason: 'resolved', note: 'solved' }),
        editor('POST', `${session}/close`, { reason: 'spam' }),
      ]);
      assert.deepEqual(
        closed.map(({ status }) => status),
        [200, 200],
      );
      assert.deepEqual(closed[0].body, closed[1].body);
      const { closedReason, closeNote } = closed[0].body;
      assert.deepEqual(
        [closedReason, closeNote],
        closeNote === null ? ['spam', null] : ['resolved', 'solved'],
      );
      const log = (await console.call('GET', '/console/api/audit?action=handoff.close')).body;
      assert.equal(log.total, 1);

      const late = await reply({ text: 'Too late' });
      assert.deepEqual([late.status, late.body.code], [409, 40000]);
      assert.match(late.body.message, /closed/);
      assert.deepEqual((await reply({ text: 'Once' }, 'k1')).body, first.body, 'a repeated call is not late');
      assert.equal((await support('POST', `${session}/take`)).status, 409);
      await service.app.rooms.jobs.idle();
      assert.deepEqual(replies(), ['Once']);
      const files = await service.app.db.query.selectFrom('files').select('id').execute();
      assert.deepEqual(files, [], 'refused files are removed');
    }),
);

testService(
  'an operator who is deactivated while typing loses the session to the queue, and unanswered users are recorded',
  createScriptedModel,
  (service) =>
    withInbox(service, async ({ console, inbox, ask, bench }) => {
      const support = await console.signIn('support');
      const { session } = await ask();
      const { assignee } = (await support('POST', `${session}/take`)).body;
      const disabled = await console.call('PATCH', `${console.base}/operators/${assignee.id}`, {
        disabled: true,
      });
      assert.equal(disabled.status, 200, disabled.text);
      assert.equal((await support('POST', `${session}/replies`, { text: 'Still here' })).status, 401);
      assert.equal((await console.call('GET', session)).body.assignee, null);
      const assigned = await console.call('PUT', `${session}/assignee`, { operatorId: assignee.id });
      assert.equal(assigned.status, 400);
      assert.match(assigned.body.message, /operatorId/);

      const left = await ask();
      await service.call('POST', '/v1/human/leave', { conversation_id: left.conversationId });
      assert.equal((await console.call('GET', left.session)).body.missed, 'user_left');
      await service.configure({ humanService: { ...inboxSettings, firstReplySeconds: 1 } });
      const late = await ask();
      await eventually(
        'nobody took it in time',
        async () => (await console.call('GET', late.session)).body.missed === 'not_taken',
      );
      assert.equal((await console.call('GET', late.session)).body.status, 'awaiting_message');
      await service.call('POST', '/v1/human/leave', { conversation_id: late.conversationId });
      assert.equal((await console.call('GET', late.session)).body.missed, 'not_taken');
      assert.equal((await bench.send(late.conversationId, 'Hello?')).status, 200);

      // Pages of one session each contain every session once.
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const query: string = `queue=closed&limit=1${cursor && `&cursor=${cursor}`}`;
        const page: { items: { id: string }[]; nextCursor: string | null } = (
          await console.call('GET', `${inbox}/sessions?${query}`)
        ).body;
        seen.push(...page.items.map(({ id }: { id: string }) => id));
        cursor = page.nextCursor;
      }
      assert.deepEqual(seen, [late.id, left.id]);
    }),
);

testService(
  'operators follow the inbox live and resume after an interruption',
  createScriptedModel,
  (service) =>
    withInbox(service, async ({ console, inbox, ask, bench }) => {
      const started = Promise.withResolvers<void>();
      const events = console.follow(`${inbox}/events`, (all) => {
        if (all.length === 1) started.resolve();
        return all.some(({ data }) =>
          data.sessions.some((one: { lastMessage: { text: string } }) => one.lastMessage.text === 'Hello?'),
        );
      });
      await started.promise;
      const { id, conversationId } = await ask();
      await bench.send(conversationId, 'Hello?');
      const seen = await events;
      assert.deepEqual(seen[0]!.data, {
        counts: { waiting: 0, mine: 0, open: 0, leftMessage: 0, snoozed: 0, mentions: 0 },
        sessions: [],
        isComplete: true,
      });
      assert.deepEqual(seen.at(-1)!.data.counts, {
        waiting: 1,
        mine: 0,
        open: 1,
        leftMessage: 0,
        snoozed: 0,
        mentions: 0,
      });
      assert.equal(seen.at(-1)!.data.sessions[0].id, id);

      const resumed = await console.follow(`${inbox}/events`, (all) => all.length === 1, {
        'last-event-id': String(Date.now() - 60_000),
      });
      assert.deepEqual(
        resumed[0]!.data.sessions.map((one: { id: string }) => one.id),
        [id],
      );
      const { status } = await service.call('GET', `${inbox}/events`, undefined, {
        key: testOperatorToken,
        headers: { 'last-event-id': 'x' },
      });
      assert.equal(status, 400);
    }),
);
