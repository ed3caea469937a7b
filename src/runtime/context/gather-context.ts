import type { FileText } from '../../memory/index.ts';
import type { Grounding, GroundingPassage, Model, ModelMessage } from '../../models/index.ts';
import { type HistoryTurn, type Round, textOf } from '../../rounds/index.ts';
import type { AgentRun } from '../agent-run.ts';
import { isReadByModel, readParts, transcribeParts } from '../files/read-parts.ts';
import type { RetrievedChunk } from '../ports.ts';
import { mayUseTables, ownerOf, provenUserOf } from '../round-access.ts';
import { scopeOf } from './knowledge-scope.ts';
import { fileBlock, systemPrompt } from './prompt.ts';
import { retrievalQuery } from './retrieval-query.ts';
import { rewriteQuery } from './rewrite-query.ts';

const recalledMemories = 5;

export interface Context {
  messages: ModelMessage[];
  grounding: Grounding;
}

interface Turns {
  messages: ModelMessage[];
  questions: string[];
  summary: string;
  /** Earlier rounds are outside the window. */
  oldestSequence: number;
  /** Files of earlier messages within the window. */
  files: FileText[];
  wholeFiles: number[];
  hasHiddenFiles: boolean;
}

const noTurns = ({ sequence }: Round): Turns => ({
  messages: [],
  questions: [],
  summary: '',
  oldestSequence: sequence,
  files: [],
  wholeFiles: [],
  hasHiddenFiles: false,
});

const writtenTurn = (turn: Exclude<HistoryTurn, { role: 'user' }>): ModelMessage => {
  const text = textOf(turn.parts);
  if (turn.role === 'assistant')
    return { role: 'assistant', text, ...(turn.toolCalls ? { toolCalls: turn.toolCalls } : {}) };
  const { toolCallId, toolName, isError = false } = turn;
  return { role: 'tool', toolCallId, toolName, text, isError };
};

/** Tool calls and results since the question, in a round that continues another one. */
const followingTurns = ({ request }: Round): ModelMessage[] =>
  (request.following ?? []).flatMap((turn) => (turn.role === 'user' ? [] : [writtenTurn(turn)]));

/** Turns that the developer sent. With assistant turns among them they are the whole short-term memory. */
const developerTurns = async (run: AgentRun, model: Model): Promise<ModelMessage[]> => {
  const messages: ModelMessage[] = [];
  for (const turn of run.round.request.history)
    messages.push(
      turn.role === 'user'
        ? { role: 'user', parts: (await readParts(run, model, turn.parts)).parts }
        : writtenTurn(turn),
    );
  return messages;
};

/** Questions among them, which a follow-up question may refer to. */
const developerQuestions = ({ request }: Round): string[] =>
  request.history.filter(({ role }) => role === 'user').map(({ parts }) => textOf(parts));

/** At most half of what a small context window leaves; the rest is for documents and tools. */
const windowTokens = ({ settings }: AgentRun['agent'], { contextTokens }: Model): number => {
  const { shortTermTokens } = settings.memory;
  if (contextTokens === undefined) return shortTermTokens;
  const halfTokens = Math.floor((contextTokens - settings.maxOutputTokens) / 2);
  return Math.max(0, Math.min(shortTermTokens, halfTokens));
};

const rememberedTurns = async (run: AgentRun, model: Model): Promise<Turns> => {
  const { round, agent, ports } = run;
  const wanted = round.request.shortTermMemory ?? agent.settings.memory.shortTerm;
  if (!wanted) return noTurns(round);
  const { turns, ...window } = await ports.memory.shortTerm({
    conversationId: round.conversationId,
    beforeSequence: round.sequence,
    budgetTokens: windowTokens(agent, model),
    state: run.ahead?.windowState,
  });
  return {
    messages: turns.flatMap((turn): ModelMessage[] => [
      {
        role: 'user',
        parts: [
          { type: 'text', text: turn.question },
          ...turn.files.map(({ name, text }) => ({
            type: 'text' as const,
            text: fileBlock(name, text),
            fromFile: name,
          })),
        ],
      },
      // A message to a person without an answer stands alone.
      ...(turn.answer === '' ? [] : [{ role: 'assistant' as const, text: turn.answer }]),
    ]),
    questions: turns.map((turn) => turn.question),
    // Newest first, because a question is usually about the file that was sent last.
    files: turns.toReversed().flatMap((turn) => turn.files),
    ...window,
  };
};

const recall = async (run: AgentRun, query: string, window: Turns) => {
  const { round, agent, ports, trace, signal } = run;
  const { oldestSequence: olderThanSequence, wholeFiles } = window;
  const { longTerm, longTermScope } = agent.settings.memory;
  const wanted = round.request.longTermMemory ?? longTerm;
  // Memories of a user are recalled only for that user.
  const scope = provenUserOf(round) === null ? 'conversation' : longTermScope;
  // In one conversation nothing is older than its first round, except files that are too large for the window.
  const possible = scope === 'user' || olderThanSequence > 1 || window.hasHiddenFiles;
  if (!wanted || !possible || query === '') return [];
  return trace.step('memory', 'recall', async (note) => {
    const memories = await ports.memory.recall({
      agentId: agent.id,
      conversationId: round.conversationId,
      userId: round.userId,
      scope,
      query,
      olderThanSequence,
      limit: recalledMemories,
      wholeFiles,
      signal,
      owner: ownerOf(round),
    });
    note({ detail: { found: memories.length } });
    return memories;
  });
};

const earlierFile = ({ name, text }: FileText, score = 0): GroundingPassage => ({
  source: 'file',
  title: name,
  text,
  score,
  isEarlier: true,
});

/** The components of a flow share the numbers. */
const numberIn = ({ passages }: AgentRun, chunk: RetrievedChunk): number => {
  const known = passages.findIndex(
    ({ chunkId, content }) => chunkId === chunk.chunkId && content === chunk.content,
  );
  return known >= 0 ? known + 1 : passages.push(chunk);
};

const retrieve = async (run: AgentRun, query: string): Promise<RetrievedChunk[]> => {
  const { agent, ports, trace, signal } = run;
  if (query === '') return [];
  return trace.step('retrieval', 'knowledge', async (note) => {
    const { chunks, warnings, reranked } = await ports.knowledge.retrieve({
      agent,
      query,
      signal,
      owner: ownerOf(run.round),
      scope: scopeOf(run),
    });
    if (reranked) note(run.meter.addService('rerank', reranked.tokens, reranked.version));
    note({
      detail: {
        query,
        ...(warnings.length === 0 ? {} : { warnings: warnings.map(({ message }) => message) }),
        chunks: chunks.map(({ content: _content, sourceUrl: _sourceUrl, ...scored }) => scored),
      },
    });
    return chunks;
  });
};

const hasKnowledge = (run: AgentRun): Promise<boolean> =>
  run.ahead?.hasKnowledge ?? run.ports.knowledge.hasAny(run.agent.id, scopeOf(run));

/**
 * Transcripts of recordings that the model reads itself, only for the search, because knowledge is found by text. An
 * agent without knowledge, or one that leaves all audio to its model, needs none.
 */
const transcribeForSearch = async (run: AgentRun): Promise<string[]> => {
  const { round } = run;
  if (!round.question.some(({ type }) => type === 'audio')) return [];
  if (!(await hasKnowledge(run))) return [];
  return transcribeParts(run, { takes: { image: false, audio: false, document: false } }, round.question);
};

interface GivenPassages {
  /** Chunks that a flow has already retrieved. Otherwise the knowledge is searched. */
  passages?: readonly RetrievedChunk[];
  /** Before all others. */
  first?: RetrievedChunk | undefined;
}

/** The complete context of the model: the agent's prompt, knowledge, history and question. */
export const gatherContext = async (
  run: AgentRun,
  model: Model,
  { passages, first }: GivenPassages = {},
): Promise<Context> => {
  const { round, agent, ports } = run;
  const given = await developerTurns(run, model);
  const customMemory = given.some((message) => message.role === 'assistant');
  const remembered = customMemory ? noTurns(round) : await rememberedTurns(run, model);
  const question = await readParts(run, model, round.question);
  const needsTranscripts = passages === undefined && isReadByModel(agent, model, 'audio');
  const transcripts = needsTranscripts ? await transcribeForSearch(run) : question.transcripts;
  const asked = [textOf(round.question), ...transcripts].filter((text) => text !== '').join('\n');
  const earlier = [...remembered.questions, ...developerQuestions(round)];
  const { rewriteQuery: usesEarlier, rewriteWithModel } = agent.settings.knowledge;
  const query = usesEarlier ? retrievalQuery(asked, earlier) : asked;
  const search = async (): Promise<RetrievedChunk[]> => {
    const mayRewrite = usesEarlier && rewriteWithModel && !model.isExtractive;
    if (!mayRewrite || !(await hasKnowledge(run))) return retrieve(run, query);
    const turns = [...remembered.messages, ...given];
    const rewritten = { question: asked, earlier: turns, earlierQuestions: earlier };
    return retrieve(run, (await rewriteQuery(run, model, rewritten)) ?? query);
  };
  const userId = provenUserOf(round);
  const [attributes, memories, found, rows] = await Promise.all([
    run.ahead?.attributes ?? (userId === null ? {} : ports.users.attributes(agent.id, userId)),
    // By the question alone: the messages hold the previous one already, and its words would hide older rounds.
    recall(run, asked, remembered),
    passages ?? search(),
    // A model with tools queries the tables itself. The embedded model gets matching records.
    model.isExtractive && mayUseTables(agent, round) ? ports.tables.ground({ agent, userId, query }) : [],
  ]);
  const chunks = first ? [first, ...found] : found;
  const numbered = chunks.map((chunk) => ({ chunk, number: numberIn(run, chunk) }));
  const { prompt } = agent.settings;
  return {
    messages: [
      {
        role: 'system',
        text: systemPrompt({
          prompt,
          instructions: round.request.instructions,
          attributes,
          summary: remembered.summary,
          memories,
          passages: numbered,
          asksForMarks: !model.isExtractive,
        }),
      },
      ...remembered.messages,
      ...given,
      { role: 'user', parts: question.parts },
      ...followingTurns(round),
    ],
    grounding: {
      userAttributes: attributes,
      canHandOff: run.handoff.isPossible,
      passages: [
        ...question.passages,
        ...chunks.map((chunk) => ({
          source: 'knowledge' as const,
          title: chunk.documentName,
          text: chunk.content,
          score: chunk.score,
          ...(chunk.questions ? { questions: chunk.questions } : {}),
        })),
        ...rows,
        ...remembered.files.map((file) => earlierFile(file)),
        ...memories.map(({ text, score, file }) =>
          file === undefined
            ? { source: 'memory' as const, title: '', text, score }
            : earlierFile({ name: file, text }, score),
        ),
      ],
    },
  };
};
