import { type Kysely, sql } from 'kysely';

const agentsAtOnce = 200;

interface StoredSettings {
  channels?: { enabled?: Record<string, boolean> };
  tables?: Record<string, unknown>;
}

/**
 * Channels were on, and tables readable for visitors, where an agent's settings did not say otherwise. New agents
 * start with both off; agents that exist keep what they had.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string; settings: string }>`
      select id, settings from agents where id > ${after} order by id limit ${agentsAtOnce}`.execute(db);
    for (const { id, settings } of rows) {
      const stored = JSON.parse(settings) as StoredSettings;
      const explicit = {
        ...stored,
        channels: {
          ...stored.channels,
          enabled: { share: true, embed: true, widget: true, liveChat: true, ...stored.channels?.enabled },
        },
        tables: { visitors: true, ...stored.tables },
      };
      await sql`update agents set settings = ${JSON.stringify(explicit)} where id = ${id}`.execute(db);
    }
    if (rows.length < agentsAtOnce) return;
    after = rows.at(-1)!.id;
  }
};
