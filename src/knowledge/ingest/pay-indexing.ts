import type { Agents } from '../../agents/index.ts';
import type { Database, Handle } from '../../db/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { costNano, noTokens, type Payment, parsePrices, payAllAtOnce } from '../../usage/index.ts';
import { hasCredits } from '../../workspaces/index.ts';
import { DocumentError } from './read-document.ts';

export interface IndexingBill {
  /** Called before embedding. Rejects if there are not enough credits now. */
  check(): Promise<void>;
  /** For several documents in one transaction, see `payAllIn`. */
  payment(models: readonly string[]): Payment;
  /** Part of the transaction that makes the content searchable. Rejects if the credits were spent meanwhile. */
  payIn(tx: Handle, models: readonly string[]): Promise<void>;
}

const notPaid = 'Not enough credits to index the document. Add credits, then retry it';

/** Rejects if the credits are not enough for all. */
export const payAllIn = async (tx: Handle, payments: readonly Payment[]): Promise<void> => {
  if (!(await payAllAtOnce(tx, payments))) throw new DocumentError(notPaid);
};

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
    const payment = (models: readonly string[]): Payment => ({
      id: upload.id,
      workspaceId,
      agentId: upload.agentId,
      nowMs: clock.nowMs(),
      kind: 'knowledge_doc_indexing',
      model: models.join(', '),
      costNano: nano,
      tokens: { ...noTokens(), promptTokens: upload.tokens },
    });
    return {
      payment,
      check: async () => {
        if (!(await hasCredits(db.query, workspaceId, nano))) throw new DocumentError(notPaid);
      },
      payIn: (tx, models) => payAllIn(tx, [payment(models)]),
    };
  };

export type PayIndexing = ReturnType<typeof createPayIndexing>;
