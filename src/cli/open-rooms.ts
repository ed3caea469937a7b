import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  createInvitations,
  createOperatorSessions,
  createOperators,
  createOperatorTokens,
  createResetLinks,
  createSecondFactors,
  createSingleSignOn,
} from '../accounts/index.ts';
import { createAgents } from '../agents/index.ts';
import { createAudit } from '../audit/index.ts';
import { createApiKeys } from '../auth/index.ts';
import type { Config } from '../config/index.ts';
import { type Database, openPostgres, openSqlite, sqliteFileName } from '../db/index.ts';
import { type Encryption, openEncryption } from '../encryption/index.ts';
import { createDefaultBase } from '../knowledge/documents/knowledge-base-store.ts';
import { systemClock } from '../lib/clock.ts';
import { createWorkspaces } from '../workspaces/index.ts';
import { pendingMigrations } from './pending-migrations.ts';

/** Opens the database of a running service: takes no lock and does not migrate. */
export const openBeside = async (config: Config): Promise<Database> => {
  if (config.databaseUrl) return openPostgres(config.databaseUrl, { maxConnections: 2, migrate: false });
  if (!existsSync(join(config.dataDir, sqliteFileName)))
    throw new Error(
      `There is no database in ${config.dataDir} yet: start the service once, or run "frontdesk migrate"`,
    );
  return openSqlite(config.dataDir, { exclusive: false, migrate: false });
};

const createRooms = (db: Database, encryption: Encryption) => {
  const clock = systemClock;
  const audit = createAudit({ db, clock });
  const operatorTokens = createOperatorTokens({ db, clock });
  const operators = createOperators({ db, clock, tokens: operatorTokens, audit });
  return {
    db,
    clock,
    audit,
    agents: createAgents({ db, clock, encryption, createDefaultBase }),
    apiKeys: createApiKeys({ db, clock }),
    operators,
    operatorTokens,
    invitations: createInvitations({ db, clock, operators }),
    resetLinks: createResetLinks({ db, clock, operators }),
    sessions: createOperatorSessions({ db, clock, tokens: operatorTokens }),
    secondFactors: createSecondFactors({ db, clock, encryption }),
    singleSignOn: createSingleSignOn({ clock, provider: undefined }),
    workspaces: createWorkspaces({ db, clock }),
  };
};

export type Rooms = ReturnType<typeof createRooms>;

/** Runs `work` on an up-to-date database and closes it. */
export const withRooms = async <Result>(
  config: Config,
  work: (rooms: Rooms) => Promise<Result>,
): Promise<Result> => {
  const db = await openBeside(config);
  try {
    if ((await pendingMigrations(db)).length > 0)
      throw new Error(
        'The database is older than this program: run "frontdesk migrate" or start the service',
      );
    const encryption = await openEncryption({ db, clock: systemClock }, config);
    return await work(createRooms(db, encryption));
  } finally {
    await db.durable();
    await db.close();
  }
};
