import type { Agent } from '../../agents/index.ts';
import type { Database } from '../../db/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { noTokens, payAtOnce, priceService } from '../../usage/index.ts';
import type { RerankVersion } from './rerank-versions.ts';

/** For searches outside of rounds: charged when the number of tokens is known, rejected without enough credits. */
export const createChargeRerank =
  ({ db, clock }: { db: Database; clock: Clock }) =>
  async (agent: Agent, { version, tokens }: { version: RerankVersion; tokens: number }): Promise<void> => {
    const nowMs = clock.nowMs();
    const isPaid = await db.transaction((tx) =>
      payAtOnce(tx, {
        id: newId(nowMs),
        workspaceId: agent.workspaceId,
        agentId: agent.id,
        nowMs,
        kind: 'rerank',
        model: version,
        tokens: { ...noTokens(), promptTokens: tokens },
        costNano: priceService('rerank', tokens, agent.settings.prices),
      }),
    );
    if (!isPaid) throw new AppError('insufficientCredits');
  };
