import type { Agents } from '../../agents/index.ts';
import type { Database, Handle } from '../../db/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { costNano, noTokens, parsePrices, payAtOnce } from '../../usage/index.ts';
import { hasCredits } from '../../workspaces/index.ts';
import { DocumentError } from './read-document.ts';

interface IndexingBill {
  /** Called before embedding. Rejects if there are not enough credits now. */
  check(): Promise<void>;
  /** Part of the transaction that makes the content searchable. Rejects if the credits were spent meanwhile. */
  payIn(tx: Handle, models: readonly string[]): Promise<void>;
}

const notPaid = 'Not enough credits to index the document. Add credits, then retry it';

/**
 * Charges for the tokens of a document at the swap: once per upload, however many attempts it took, and nothing
 * if it fails. The entry has the id of the upload, so the database itself rejects a second one.
 */
export const createPayIndexing =
  ({ db, clock, agents }: { db: Database; clock: Clock; agents: Pick<Agents, 'find'> }) =>
  async (upload: { id: string; agentId: string; tokens: number }): Promise<IndexingBill> => {
    const agent = await agents.find(upload.agentId);
    if (!agent) throw new DocumentError('The agent was deleted');
    const { workspaceId } = agent;
    const nano = costNano(upload.tokens, parsePrices(agent.settings.prices).indexing);
    return {
      check: async () => {
        if (!(await hasCredits(db.query, workspaceId, nano))) throw new DocumentError(notPaid);
      },
      payIn: async (tx, models) => {
        const isPaid = await payAtOnce(tx, {
          id: upload.id,
          workspaceId,
          agentId: upload.agentId,
          nowMs: clock.nowMs(),
          kind: 'knowledge_doc_indexing',
          model: models.join(', '),
          costNano: nano,
          tokens: { ...noTokens(), promptTokens: upload.tokens },
        });
        if (!isPaid) throw new DocumentError(notPaid);
      },
    };
  };

export type PayIndexing = ReturnType<typeof createPayIndexing>;
