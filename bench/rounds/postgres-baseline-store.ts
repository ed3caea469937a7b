import pg from 'pg';
import { type BaselineStore, baselineTables } from './baseline-store.ts';

/** In a schema of this process, so that several processes and the service can share one database. */
export const openPostgresBaselineStore = async (url: string): Promise<BaselineStore> => {
  const schema = `baseline_${process.pid}`;
  const pool = new pg.Pool({ connectionString: url, max: 20, options: `-c search_path=${schema}` });
  await pool.query(`drop schema if exists ${schema} cascade; create schema ${schema}`);
  await pool.query(baselineTables({ text: 'text', integer: 'bigint' }));

  const transaction = async (work: (client: pg.PoolClient) => Promise<void>): Promise<void> => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await work(client);
      await client.query('commit');
    } finally {
      client.release();
    }
  };
  const statement = (name: string, text: string) => (client: pg.PoolClient, values: unknown[]) =>
    client.query({ name, text, values });
  const touch = statement(
    'touch',
    'update conversations set message_count = message_count + 1, recent_chat_at = $1 where id = $2 returning message_count',
  );
  const insertRound = statement(
    'insert_round',
    "insert into rounds values ($1, $2, $3, $4, '', '[]', null, 'running', $5, null)",
  );
  const updateRound = statement(
    'update_round',
    "update rounds set answer = $1, outputs = $2, usage = $3, status = 'done', ended_at = $4 where id = $5",
  );
  const insertEvents = statement('insert_events', 'insert into round_events values ($1, 0, $2)');
  const insertTrace = statement('insert_trace', 'insert into traces values ($1, $2)');
  const insertLedger = statement('insert_ledger', 'insert into ledger_entries values ($1, $2, $3, 0, $4)');

  return {
    createConversation: async (id, userId) => {
      await pool.query('insert into conversations values ($1, $2, 0, $3)', [id, userId, Date.now()]);
    },
    beginRound: ({ id, conversationId, question }) =>
      transaction(async (client) => {
        const { rows } = await touch(client, [Date.now(), conversationId]);
        await insertRound(client, [id, conversationId, rows[0].message_count, question, Date.now()]);
      }),
    endRound: ({ id, ledgerId, answer, outputs, usage, events }) =>
      transaction(async (client) => {
        await updateRound(client, [answer, outputs, usage, Date.now(), id]);
        await insertEvents(client, [id, events]);
        await insertTrace(client, [id, '[]']);
        await insertLedger(client, [ledgerId, id, usage, Date.now()]);
      }),
    close: async () => {
      await pool.query(`drop schema ${schema} cascade`);
      await pool.end();
    },
  };
};
