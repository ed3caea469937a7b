import { type Kysely, sql } from 'kysely';

export const phase = 'expand';

const agentsAtOnce = 200;
/** Until now the default. It is an address of nobody. */
const example = 'support@example.com';

interface StoredSettings {
  humanService?: { supportEmail?: string };
}

/** Agents have no support address until an operator enters one. */
export const removeExampleAddress = async (db: Kysely<unknown>): Promise<void> => {
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string; settings: string }>`
      select id, settings from agents where id > ${after} order by id limit ${agentsAtOnce}`.execute(db);
    for (const { id, settings } of rows) {
      const stored = JSON.parse(settings) as StoredSettings;
      if (stored.humanService?.supportEmail !== example) continue;
      const changed = { ...stored, humanService: { ...stored.humanService, supportEmail: '' } };
      await sql`update agents set settings = ${JSON.stringify(changed)} where id = ${id}`.execute(db);
    }
    if (rows.length < agentsAtOnce) return;
    after = rows.at(-1)!.id;
  }
};

/** Usage of test chats is reported separately from the usage of users, also after a test chat was erased. */
const markTestUsage = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw('alter table ledger_entries add column is_test integer not null default 0').execute(db);
  await sql`update ledger_entries set is_test = 1
    where conversation_id in (select id from conversations where channel = 'SPACE')`.execute(db);
};

export const up = async (db: Kysely<unknown>): Promise<void> => {
  await removeExampleAddress(db);
  await markTestUsage(db);
};
