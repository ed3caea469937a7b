import assert from 'node:assert/strict';
import { openConsoleCalls } from '../../support/console/console-calls.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { htmlPage, startWebSite } from '../../support/servers/web-site.ts';
import { testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

testService(
  'the webhook is told of the end of each sync, and a schedule starts them',
  {},
  async (service) => {
    const site = await startWebSite({ '/': htmlPage('Start', '<p>The shop opens at nine.</p>') });
    const receiver = await startReceiver();
    try {
      const { agent, call } = await openConsoleCalls(service);
      await service.configure({ webhook: { url: receiver.url, disabled: false } });
      const { body: source } = await call('POST', `${agent}/sources`, {
        kind: 'page',
        url: `${site.url}/`,
        name: 'Hours',
        syncNow: false,
        schedule: 'hourly',
      });
      assert.equal(source.lastRun, null);
      const untilCalls = (count: number) =>
        eventually(`${count} events`, () => Promise.resolve(receiver.calls.length >= count));

      // The time has come.
      const { db, rooms } = service.app;
      await db.query.updateTable('knowledge_sources').set({ next_sync_at: 1 }).execute();
      await db.transaction((tx) => rooms.jobs.runNow(tx, `sync-schedule-${source.id}`));
      await untilCalls(1);
      const synced = JSON.parse(receiver.calls[0]!.body);
      assert.deepEqual(
        [synced.event, synced.bot_id, synced.conversation_id],
        ['source.synced', agent.split('/').at(-1), ''],
      );
      const { run_id, ...data } = synced.data;
      assert.deepEqual(data, {
        source_id: source.id,
        name: 'Hours',
        url: `${site.url}/`,
        added: 1,
        updated: 0,
        unchanged: 0,
        removed: 0,
        skipped: 0,
      });
      const { body: run } = await call('GET', `${agent}/sources/${source.id}/runs/${run_id}`);
      assert.deepEqual([run.startedBy, run.status], ['schedule', 'completed']);
      const after = (await call('GET', `${agent}/sources/${source.id}`)).body;
      assert.ok(Date.parse(after.nextSyncAt) > Date.now(), 'the next sync is planned');

      const { body: feed } = await call('POST', `${agent}/sources`, {
        kind: 'feed',
        url: `${site.url}/none`,
      });
      await untilCalls(2);
      const failed = JSON.parse(receiver.calls[1]!.body);
      assert.deepEqual(
        [failed.event, failed.data.source_id, failed.data.reason],
        ['source.failed', feed.id, 'The URL answered with status 404'],
      );
    } finally {
      await receiver.close();
      await site.close();
    }
  },
);
