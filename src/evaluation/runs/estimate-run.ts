import type { Agent } from '../../agents/index.ts';
import type { Database } from '../../db/index.ts';
import type { ModelChoice } from '../../runtime/ports.ts';
import { costNano, parsePrices, withModelPrice } from '../../usage/index.ts';
import type { TestSet } from '../sets/test-set.ts';
import { measureCases } from './measure-store.ts';
import { listRuns } from './run-store.ts';

/** What a run will probably cost. */
export interface RunEstimate {
  cases: number;
  /** Cases times repeats. */
  attempts: number;
  /** Messages to the agent: an attempt sends every message of its script. */
  messages: number;
  judgements: number;
  costNano: number;
  /** `earlier-runs`: their mean cost per attempt. `prices`: the most that the answers can cost. */
  basis: 'earlier-runs' | 'prices';
}

const charactersPerToken = 3;
/** Of a judgement: rubric and conversation, and the reasons. */
const judgeTokens = { input: 1500, output: 300 };
/** Context besides the message: instructions, passages, earlier turns. */
const contextTokens = 2000;
const consideredRuns = 5;

/** Estimates by the last runs, or by prices. Texts are measured by the database and not tokenised here. */
export const createEstimateRun =
  ({ db, models }: { db: Database; models: ModelChoice }) =>
  async (agent: Agent, set: TestSet, repeats: number): Promise<RunEstimate> => {
    const measured = await measureCases(db.query, set.id);
    const counts = {
      cases: measured.cases,
      attempts: measured.cases * repeats,
      messages: measured.messages * repeats,
      judgements: measured.judgements * repeats,
    };
    const { runs } = await listRuns(db.query, set.id, { offset: 0, limit: consideredRuns });
    const ended = runs.reduce((sum, run) => sum + run.passed + run.failed + run.errors, 0);
    if (ended > 0) {
      const paid = runs.reduce((sum, run) => sum + run.costNano, 0);
      return { ...counts, costNano: Math.round((paid / ended) * counts.attempts), basis: 'earlier-runs' };
    }
    const model = await models.forAgent(agent);
    const prices = parsePrices(withModelPrice(agent.settings.prices, model.price));
    const inputTokens =
      Math.ceil((measured.characters * repeats) / charactersPerToken) +
      counts.messages * (contextTokens + Math.ceil(agent.settings.prompt.length / charactersPerToken)) +
      counts.judgements * judgeTokens.input;
    const outputTokens =
      counts.messages * agent.settings.maxOutputTokens + counts.judgements * judgeTokens.output;
    return {
      ...counts,
      costNano: costNano(inputTokens, prices.textInput) + costNano(outputTokens, prices.textOutput),
      basis: 'prices',
    };
  };
