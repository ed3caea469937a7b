import type { Agent, Agents } from '../agents/index.ts';
import type { Conversations } from '../conversations/index.ts';
import type { Database } from '../db/index.ts';
import type { HumanSession } from '../handoff/index.ts';
import { AppError } from '../lib/errors.ts';
import { textLanguage } from '../lib/language/text-language.ts';
import { extendSummary } from '../memory/index.ts';
import { saysNothingKnown } from '../models/embedded/compose-reply.ts';
import type { Model } from '../models/index.ts';
import type { SideCall, SideCallResult, SideModelCall } from '../runtime/model-calls/side-call.ts';
import type { Knowledge, Memory, ModelChoice, RetrievedChunk, Users } from '../runtime/ports.ts';
import { noTokens } from '../usage/index.ts';
import { createGather } from './gather.ts';
import { createReadHistory } from './history.ts';
import { createNextQuestions } from './next-questions.ts';
import { suggestionPrompt, summaryPrompt, translationPrompt } from './prompts.ts';
import { createSlots } from './slots.ts';

interface AssistanceDependencies {
  db: Database;
  agents: Pick<Agents, 'find'>;
  models: ModelChoice;
  conversations: Pick<Conversations, 'require'>;
  memory: Pick<Memory, 'shortTerm'>;
  knowledge: Pick<Knowledge, 'retrieve'>;
  users: Pick<Users, 'languages'>;
  sideCall: SideModelCall;
  timeoutMs: number;
}

/** A text that is written for an operator. */
export interface AssistanceWork {
  session: HumanSession;
  /** Aborted when the operator cancels or disconnects. */
  signal: AbortSignal;
  onText(text: string): void;
}

export interface WrittenText extends SideCallResult {
  /** False: nothing was found to write about, so there is no text. */
  isFound: boolean;
}

type Prepared = Pick<SideCall, 'messages' | 'grounding' | 'maxOutputTokens' | 'reranked'>;

const suggestionTokens = 1024;
const summaryTokens = 400;
const summaryWords = 150;
/** Some languages need several times as many tokens as others for the same text. */
const translationTokens = 8192;
export const longestTranslatedText = 10_000;
/** Messages of the user that show in which language they write. */
const languageMessages = 5;

const languageNames = new Intl.DisplayNames('en', { type: 'language' });
const nameOf = (language: string): string => languageNames.of(language) ?? language;

/**
 * Helps operators in the inbox with the agent's model and knowledge: drafts of replies, summaries, translations. Only the
 * operator gets the result. The model gets no tools, so nothing in a conversation or document can make it send something.
 */
export const createAssistance = (deps: AssistanceDependencies) => {
  const { models, users, sideCall } = deps;
  const readHistory = createReadHistory(deps);
  const gather = createGather({ ...deps, readHistory });
  const nextQuestions = createNextQuestions(deps);
  const running = new Set<Promise<unknown>>();

  const open = async ({ agentId }: HumanSession): Promise<{ agent: Agent; model: Model }> => {
    const agent = await deps.agents.find(agentId);
    if (!agent) throw new AppError('notFound', 'The agent of this session was deleted');
    return { agent, model: await models.forAgent(agent) };
  };

  const notFound = ({ name }: Model): WrittenText => ({
    modelName: name,
    tokens: noTokens(),
    costNano: 0,
    isCut: false,
    isFound: false,
  });

  const call = async (
    { session, onText }: AssistanceWork,
    { agent, model, signal }: { agent: Agent; model: Model; signal: AbortSignal },
    prepared: Prepared,
  ): Promise<WrittenText> => {
    const { conversationId } = session;
    // An extractive model that knows nothing says so to the user, which is no draft. So its text is checked first.
    let held = '';
    const hold = (text: string): void => {
      held += text;
    };
    const result = await sideCall(
      { agent, conversationId, signal, ...prepared },
      model.isExtractive ? hold : onText,
    );
    if (!model.isExtractive) return { ...result, isFound: true };
    const isFound = held !== '' && !saysNothingKnown(held);
    if (isFound) onText(held);
    return { ...result, isFound };
  };

  /** Runs until `close` has waited for it, so that its cost is stored. */
  const track = <Result>(work: Promise<Result>): Promise<Result> => {
    running.add(work);
    const forget = (): void => void running.delete(work);
    work.then(forget, forget);
    return work;
  };
  const limited = ({ signal }: AssistanceWork): AbortSignal =>
    AbortSignal.any([signal, AbortSignal.timeout(deps.timeoutMs)]);

  const suggest = async (
    work: AssistanceWork & { onPassages(chunks: readonly RetrievedChunk[]): void },
  ): Promise<WrittenText> => {
    const { agent, model } = await open(work.session);
    const signal = limited(work);
    const { history, question, chunks, reranked } = await gather(work.session, { agent, model, signal });
    work.onPassages(chunks);
    if (history.turns.length === 0 || (model.isExtractive && question === '')) return notFound(model);
    const messages = model.isExtractive
      ? [{ role: 'user' as const, parts: [{ type: 'text' as const, text: question }] }]
      : suggestionPrompt(agent.settings.prompt, history, chunks);
    const passages = chunks.map(({ documentName: title, content: text, score }) => ({
      source: 'knowledge' as const,
      title,
      text,
      score,
    }));
    return call(
      work,
      { agent, model, signal },
      {
        messages,
        grounding: { passages, userAttributes: {}, canHandOff: false },
        maxOutputTokens: suggestionTokens,
        reranked,
      },
    );
  };

  const summarise = async (work: AssistanceWork & { language: string }): Promise<WrittenText> => {
    const { agent, model } = await open(work.session);
    const history = await readHistory(agent, model, work.session.conversationId);
    if (history.turns.length === 0) return notFound(model);
    if (model.isExtractive) {
      const text = extendSummary(history.summary, history.turns, summaryTokens);
      if (text !== '') work.onText(text);
      return { ...notFound(model), isFound: text !== '' };
    }
    const messages = summaryPrompt(history, nameOf(work.language), summaryWords);
    return call(work, { agent, model, signal: limited(work) }, { messages, maxOutputTokens: summaryTokens });
  };

  const translate = async (
    work: AssistanceWork & { text: string; language: string },
  ): Promise<WrittenText> => {
    const { agent, model } = await open(work.session);
    if (model.isExtractive)
      throw new AppError('conflict', 'The embedded model of this agent cannot translate');
    return call(
      work,
      { agent, model, signal: limited(work) },
      { messages: translationPrompt(work.text, nameOf(work.language)), maxOutputTokens: translationTokens },
    );
  };

  return {
    /** Limits concurrent texts. Call the returned function when the text is complete. */
    enter: createSlots({ perOperator: 3, perWorkspace: 20 }),
    /** What the agent's model can do, and the language in which the user writes, if known. */
    abilities: async (session: HumanSession) => {
      const { agent, model } = await open(session);
      const { turns } = await readHistory(agent, model, session.conversationId);
      const newest = turns
        .toReversed()
        .map(({ question }) => question)
        .slice(0, languageMessages)
        .join('\n');
      const [reported] = await users.languages(session.conversationId);
      return {
        modelName: model.name,
        isExtractive: model.isExtractive === true,
        userLanguage: textLanguage(newest) ?? reported,
      };
    },
    suggest: (work: Parameters<typeof suggest>[0]) => track(suggest(work)),
    summarise: (work: Parameters<typeof summarise>[0]) => track(summarise(work)),
    translate: (work: Parameters<typeof translate>[0]) => track(translate(work)),
    nextQuestions: (agent: Agent, answerId: string) => track(nextQuestions(agent, answerId)),
    /** Waits for the calls of streams that have just ended. */
    close: async (): Promise<void> => void (await Promise.allSettled(running)),
  };
};

export type Assistance = ReturnType<typeof createAssistance>;
