import { newOperatorToken, sha256 } from '../auth/index.ts';
import type { Database, Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { TokenOperator } from './operator.ts';

/** The token the settings name. There is one at most: a new one takes the place of the one before. */
export const presetTokenName = 'preset';

/** Tokens for automation and for the first sign-in. Each is owner of every workspace. */
export const createOperatorTokens = ({ db, clock }: { db: Database; clock: Clock }) => {
  const insert = async (tx: Handle, name: string, token: string): Promise<void> => {
    const nowMs = clock.nowMs();
    await tx
      .insertInto('operator_tokens')
      .values({ id: newId(nowMs), name, sha256: sha256(token), created_at: nowMs, revoked_at: null })
      .execute();
  };

  const findLive = (handle: Handle, token: string) =>
    handle
      .selectFrom('operator_tokens')
      .select(['id', 'name'])
      .where('sha256', '=', sha256(token))
      .where('revoked_at', 'is', null)
      .executeTakeFirst();

  const asOperator = (row: { id: string; name: string } | undefined): TokenOperator | undefined =>
    row && { kind: 'token', id: row.id, name: row.name };

  return {
    identify: async (token: string) => asOperator(await findLive(db.query, token)),
    identifyId: async (id: string, handle: Handle = db.query) =>
      asOperator(
        await handle
          .selectFrom('operator_tokens')
          .select(['id', 'name'])
          .where('id', '=', id)
          .where('revoked_at', 'is', null)
          .executeTakeFirst(),
      ),

    /** The token itself is returned here and never again. */
    create: async (tx: Handle, name: string): Promise<string> => {
      const token = newOperatorToken();
      await insert(tx, name, token);
      return token;
    },

    /** True when something had to change. */
    savePreset: async (tx: Handle, token: string): Promise<boolean> => {
      if ((await findLive(tx, token))?.name === presetTokenName) return false;
      // Deleted, not revoked: the settings may come back to a token they named before.
      await tx
        .deleteFrom('operator_tokens')
        .where((eb) => eb.or([eb('name', '=', presetTokenName), eb('sha256', '=', sha256(token))]))
        .execute();
      await insert(tx, presetTokenName, token);
      return true;
    },
  };
};

export type OperatorTokens = ReturnType<typeof createOperatorTokens>;
