import type { Agent } from '../../agents/index.ts';
import type { Embedders } from '../../knowledge/index.ts';
import type { Sandbox } from '../../lib/sandbox/index.ts';
import type { ModelReference } from '../../models/index.ts';
import type { Expectation } from '../cases/expectation.ts';
import { checkSimilar } from './check-similar.ts';
import { checkContains, checkPatternMatch, checkSchema } from './check-text.ts';
import { checkToolCall } from './check-tool-call.ts';
import type { Judge } from './judge.ts';
import { decided, type ObservedTurn, type Outcome, undecided } from './observed.ts';
import { isRefusal } from './refusals.ts';

interface CheckDependencies {
  sandbox: Sandbox;
  embedders: Embedders;
  judge: Judge;
  /** Whether the agent has a document with this ID or name. */
  hasDocument(agentId: string, document: string): Promise<boolean>;
}

interface Checked {
  agent: Agent;
  judgeModel: ModelReference | null;
  conversationId: string;
  /** One per message that was sent. Shorter than the script if the conversation was handed over. */
  turns: readonly ObservedTurn[];
  /** Messages of the script. */
  scriptLength: number;
  signal: AbortSignal;
}

const isDocument = (
  document: string,
  { documentId, documentName }: { documentId: string; documentName: string },
): boolean => documentId === document || documentName === document;

/** Decides expectations by what happened. Nothing that a tenant wrote runs on the event loop without a limit. */
export const createCheckExpectations = ({ sandbox, embedders, judge, hasDocument }: CheckDependencies) => {
  /** A document that does not exist can neither be cited nor found, which is no fault of the agent. */
  const ofDocument = async (
    { agent }: Checked,
    document: string,
    found: { isMet: boolean; detail: string },
  ): Promise<Outcome> =>
    found.isMet || (await hasDocument(agent.id, document))
      ? decided(found.isMet, found.detail)
      : undecided('no-such-document', document);

  const checkOne = async (
    checked: Checked,
    expectation: Expectation,
  ): Promise<{ outcome: Outcome; costNano?: number }> => {
    const { agent, turns, signal } = checked;
    const { workspaceId } = agent;
    const number = expectation.turn ?? checked.scriptLength;
    const answered = turns[number - 1];
    const answer = answered?.answer ?? '';
    const several = expectation.turn === undefined ? turns : answered ? [answered] : [];
    switch (expectation.type) {
      case 'handoff':
        return { outcome: decided(several.some((turn) => turn.isHandedOver) === expectation.expected) };
      case 'calls-tool':
        return { outcome: checkToolCall(several, expectation) };
      case 'cites': {
        const cited = several.flatMap(({ citations }) => citations);
        return {
          outcome: await ofDocument(checked, expectation.document, {
            isMet: cited.some((one) => isDocument(expectation.document, one)),
            detail: [...new Set(cited.map(({ documentName }) => documentName))].join('\n'),
          }),
        };
      }
      case 'retrieves': {
        const first = several.flatMap(({ searches }) =>
          searches.map((found) => found.slice(0, expectation.topK)),
        );
        return {
          outcome: await ofDocument(checked, expectation.document, {
            isMet: first.flat().some((one) => isDocument(expectation.document, one)),
            detail: [...new Set(first.flat().map(({ documentName }) => documentName))].join('\n'),
          }),
        };
      }
    }
    if (!answered) return { outcome: undecided('no-answer') };
    switch (expectation.type) {
      case 'contains':
        return { outcome: checkContains(answer, expectation.text, true) };
      case 'not-contains':
        return { outcome: checkContains(answer, expectation.text, false) };
      case 'pattern':
        return {
          outcome: await checkPatternMatch(sandbox, workspaceId, { answer, pattern: expectation.pattern }),
        };
      case 'json-schema':
        return { outcome: await checkSchema(sandbox, workspaceId, { answer, schema: expectation.schema }) };
      case 'refuses':
        return { outcome: decided(isRefusal(answer) === expectation.expected) };
      case 'similar':
        return {
          outcome: await checkSimilar(embedders, { answer, ...expectation }, { workspaceId, signal }),
        };
      case 'judge':
        return judge({ ...checked, turns: turns.slice(0, number), rubric: expectation.rubric });
    }
  };

  return async (
    checked: Checked,
    expectations: readonly Expectation[],
  ): Promise<{ outcomes: Outcome[]; costNano: number }> => {
    const outcomes: Outcome[] = [];
    let costNano = 0;
    for (const expectation of expectations) {
      const one = await checkOne(checked, expectation);
      outcomes.push(one.outcome);
      costNano += one.costNano ?? 0;
    }
    return { outcomes, costNano };
  };
};

export type CheckExpectations = ReturnType<typeof createCheckExpectations>;

/** Failed if an expectation is not met, otherwise an error if one could not be decided. */
export const statusOf = (outcomes: readonly Outcome[]): Outcome['status'] => {
  if (outcomes.some(({ status }) => status === 'failed')) return 'failed';
  return outcomes.some(({ status }) => status === 'error') ? 'error' : 'passed';
};
