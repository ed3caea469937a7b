import type { Database } from '../../../src/db/index.ts';
import { createFileQuotas, createFiles, createLocalContent } from '../../../src/files/index.ts';
import type { Clock } from '../../../src/lib/clock.ts';
import { createFreeDisk } from '../../../src/lib/free-disk.ts';

interface Room {
  db: Database;
  clock: Clock;
  folder: string;
  objects?: Parameters<typeof createFiles>[0]['objects'];
}

/** Files without quotas, for tests of other features. */
export const openFiles = ({ db, clock, folder, objects }: Room) =>
  createFiles({
    db,
    clock,
    quotas: createFileQuotas({ visitorMb: 0, agentMb: 0, workspaceMb: 0 }),
    local: createLocalContent({ db, folder, freeDisk: createFreeDisk({ folder, minFreeBytes: 0 }) }),
    objects,
  });
