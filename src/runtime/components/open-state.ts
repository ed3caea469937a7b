import type { FlowGraph } from '../../flows/index.ts';
import { textOf } from '../../rounds/index.ts';
import type { AgentRun } from '../agent-run.ts';
import { transcribeParts } from '../files/read-parts.ts';
import { provenUserOf } from '../round-access.ts';
import type { FlowState } from './component.ts';

/**
 * Whether a component reads the question as text. Then the service also transcribes a recording that the models
 * read directly: otherwise a classifier or a search would get nothing. If the agent requires the model's own
 * reading, the service does not transcribe.
 */
const readsQuestion = ({ nodes }: FlowGraph): boolean =>
  /\{\{\s*question[\s.}]|"variable":"question[".]/.test(JSON.stringify(nodes));

/** The state of a flow before its first component. */
export const openState = async (
  run: AgentRun,
  graph: FlowGraph,
  { takes, depth, budget }: Pick<FlowState, 'takes' | 'depth' | 'budget'>,
): Promise<FlowState> => {
  const { agent, round, ports } = run;
  const userId = provenUserOf(round);
  const transcriber = { takes: { ...takes, audio: takes.audio && !readsQuestion(graph) } };
  const transcripts = await transcribeParts(run, transcriber, round.question);
  return {
    variables: new Map<string, unknown>([
      ...Object.entries(structuredClone(graph.variables)),
      ['question', [textOf(round.question), ...transcripts].filter((text) => text !== '').join('\n')],
      ['user_id', round.userId],
      ['conversation_id', round.conversationId],
      ['attributes', userId === null ? {} : await ports.users.attributes(agent.id, userId)],
      ['failure', null],
      ['iteration', 0],
    ]),
    passages: new Map(),
    takes,
    depth,
    budget,
  };
};
