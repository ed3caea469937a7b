/** Updates every document of a knowledge folder repeatedly until it is killed. Started by a test. */
import { createAgents } from '../../../src/agents/index.ts';
import { openSqlite } from '../../../src/db/index.ts';
import { createDefaultBase } from '../../../src/knowledge/documents/knowledge-base-store.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { openKnowledge } from '../knowledge/open-knowledge.ts';
import { testEncryption } from '../service/test-encryption.ts';
import { versionText } from './knowledge-versions.ts';

const [folder, agentId, firstVersion] = process.argv.slice(2) as [string, string, string];
const db = await openSqlite(folder);
const knowledge = await openKnowledge(db, { folder });
const agent = (await createAgents({
  db,
  clock: systemClock,
  encryption: testEncryption,
  createDefaultBase,
}).find(agentId))!;
const documents = await db.query.selectFrom('documents').select('id').execute();
process.send?.('started');
for (let version = Number(firstVersion); ; version += 1) {
  for (const { id } of documents) await knowledge.update(agent, id, versionText(version));
  await knowledge.jobs.idle();
}
