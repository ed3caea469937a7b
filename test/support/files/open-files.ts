import { createFileQuotas, createFiles } from '../../../src/files/index.ts';
import { createFreeDisk } from '../../../src/lib/free-disk.ts';

/** Files without quotas, for tests of other features. */
export const openFiles = (room: Pick<Parameters<typeof createFiles>[0], 'db' | 'clock' | 'folder'>) =>
  createFiles({
    ...room,
    quotas: createFileQuotas({ visitorMb: 0, agentMb: 0, workspaceMb: 0 }),
    freeDisk: createFreeDisk({ folder: room.folder, minFreeBytes: 0 }),
  });
