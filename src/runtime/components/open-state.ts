import type { FlowGraph } from '../../flows/index.ts';
import { textOf } from '../../rounds/index.ts';
import type { AgentRun } from '../agent-run.ts';
import { transcribeParts } from '../files/read-parts.ts';
import { provenUserOf } from '../round-access.ts';
import type { FlowState } from './component.ts';
import type { StoredState } from './stored-state.ts';

/**
 * Whether a component reads the question as text. Then the service also transcribes a recording that the models
 * read directly: otherwise a classifier or a search would get nothing. If the agent requires the model's own
 * reading, the service does not transcribe.
 */
const readsQuestion = ({ nodes }: FlowGraph): boolean =>
  /\{\{\s*question[\s.}]|"variable":"question[".]/.test(JSON.stringify(nodes));

type Shared = Pick<FlowState, 'takes' | 'depth' | 'budget' | 'turn'>;

/** Recordings count as text, if the service transcribes them. */
export const textOfMessage = async (run: AgentRun, takes: FlowState['takes']): Promise<string> => {
  const transcripts = await transcribeParts(run, { takes }, run.round.question);
  return [textOf(run.round.question), ...transcripts].filter((text) => text !== '').join('\n');
};

/**
 * The state of a flow before its first component, or the stored one if it continues after an answer. Then `question`
 * is still the message that started the flow.
 */
export const openState = async (
  run: AgentRun,
  graph: FlowGraph,
  { takes, depth, budget, turn }: Shared,
  stored?: StoredState,
): Promise<FlowState> => {
  const { agent, round, ports } = run;
  const userId = provenUserOf(round);
  const initial = async (): Promise<[string, unknown][]> => [
    ...Object.entries(structuredClone(graph.variables)),
    ...(depth === 0 ? Object.entries(round.request.variables ?? {}) : []),
    ['question', await textOfMessage(run, { ...takes, audio: takes.audio && !readsQuestion(graph) })],
    ['conversation_id', round.conversationId],
    ['failure', null],
    ['iteration', 0],
  ];
  return {
    variables: new Map<string, unknown>([
      ...(stored ? stored.variables : await initial()),
      ['user_id', round.userId],
      ['attributes', userId === null ? {} : await ports.users.attributes(agent.id, userId)],
    ]),
    passages: new Map(stored?.passages),
    takes,
    depth,
    budget,
    turn,
  };
};
