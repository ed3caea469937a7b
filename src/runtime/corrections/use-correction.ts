import type { SimilarCorrection } from '../../corrections/index.ts';
import { isTestChannel } from '../../lib/test-chat-channel.ts';
import { type KnowledgeScope, type ReplyOutput, textOf } from '../../rounds/index.ts';
import type { AgentRun } from '../agent-run.ts';
import type { RetrievedChunk } from '../ports.ts';
import { ownerOf } from '../round-access.ts';

/** In the prompt, instead of the name of a document. */
const passageTitle = 'Corrected answer';

/** The pair of a correction as a passage for the model. */
export const passageOfCorrection = ({ correction, score }: SimilarCorrection): RetrievedChunk => ({
  chunkId: correction.id,
  dataId: '',
  documentName: passageTitle,
  sourceUrl: '',
  content: correction.answer,
  headings: [correction.question],
  questions: correction.question,
  score,
  isCorrection: true,
});

/** The correction for this question, by the settings of the agent and the scope of the call. Traced if there is one. */
export const findCorrection = async (
  run: AgentRun,
  question: string,
  scope: KnowledgeScope | undefined = run.round.request.knowledge,
): Promise<SimilarCorrection | undefined> => {
  const { agent, round, ports, signal, trace } = run;
  const found = await ports.corrections.find({
    agent,
    question,
    hasEarlier: round.sequence > 1 || round.request.history.length > 0,
    callScope: scope,
    isTest: isTestChannel(round.channel),
    signal,
    owner: ownerOf(round),
  });
  const isAnswer = agent.kind === 'simple' && agent.settings.corrections.mode === 'answer';
  // Only what was used is a step: most agents have no corrections.
  if (found)
    trace.start(
      'retrieval',
      isAnswer ? 'correction' : 'correction-passage',
    )({
      detail: {
        correctionId: found.correction.id,
        question: found.correction.question,
        score: found.score,
      },
    });
  return found;
};

/** A question with files is about them. */
export const questionForCorrections = ({ round }: AgentRun): string =>
  round.question.every(({ type }) => type === 'text') ? textOf(round.question).trim() : '';

/** The corrected answer as the whole reply: no model is called. */
export const replyWithCorrection = async (
  run: AgentRun,
  { correction }: SimilarCorrection,
): Promise<ReplyOutput[]> => {
  await run.stored;
  await run.requireOwnership();
  run.emit({ type: 'text-delta', text: correction.answer });
  return [{ text: correction.answer, branch: '', componentName: run.agent.name, audio: [] }];
};
