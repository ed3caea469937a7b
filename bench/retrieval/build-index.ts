import type { Database } from '../../src/db/index.ts';
import { createIndexFollower } from '../../src/knowledge/search-index/follow-index.ts';
import { createSavedIndexes } from '../../src/knowledge/search-index/saved-indexes.ts';
import type { SearchHandlers } from '../../src/knowledge/search-index/search-thread.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { silentLog } from '../../src/lib/log.ts';
import { createThread } from '../../src/lib/thread/thread.ts';

/** Builds an agent's index from the database and on SQLite saves it to a file, like an earlier process. */
export const buildIndex = async (
  db: Database,
  agentId: string,
  folder: string,
): Promise<{ buildMs: number; indexMegabytes: number }> => {
  const thread = createThread<SearchHandlers>({
    entry: new URL('../../src/knowledge/search-index/search-thread.ts', import.meta.url),
  });
  const saved =
    db.kind === 'sqlite'
      ? createSavedIndexes({ thread, log: silentLog, clock: systemClock, folder })
      : undefined;
  try {
    const begun = performance.now();
    await createIndexFollower({ db, thread, saved }).ready(agentId);
    const buildMs = performance.now() - begun;
    const { bytes } = await thread.call('survey', { agentId, scope: {}, withIds: false });
    await saved?.save(agentId);
    return { buildMs, indexMegabytes: bytes / 1024 ** 2 };
  } finally {
    saved?.close();
    await thread.close();
  }
};
