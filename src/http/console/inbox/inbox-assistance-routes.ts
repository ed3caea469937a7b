import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import {
  type Assistance,
  type AssistanceWork,
  longestTranslatedText,
  type WrittenText,
} from '../../../assistance/index.ts';
import type { Handoff, HumanSession } from '../../../handoff/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { describeModelFailure, ModelError } from '../../../models/index.ts';

import { type Route, route } from '../../route.ts';
import { oneOf } from '../../schema.ts';
import { operatorOf, workspaceOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { CreditText } from '../conversations/conversation-view.ts';
import { formatCredits } from '../usage/credit-routes.ts';
import { createLiveStreams, EventStream, type OpenStream } from '../wire/live-stream.ts';
import { NullableText } from '../wire/wire-schemas.ts';
import { InboxSessionParams, inboxPath, inboxTags } from './inbox-routes.ts';

const url = `${inboxPath}/sessions/:sessionId`;

const Language = Type.String({
  pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$',
  description: 'Language tag',
  examples: ['en', 'zh-Hans'],
});

const Passage = Type.Object(
  {
    chunkId: Type.String(),
    documentId: Type.String(),
    documentName: Type.String(),
    sourceUrl: Type.String({ description: 'Empty if the document has no public address' }),
    content: Type.String(),
    score: Type.Number(),
  },
  { title: 'AssistancePassage' },
);

const textEvents = {
  text: Type.Object({ text: Type.String({ description: 'The next part of the text' }) }),
  done: Type.Object({
    isFound: Type.Boolean({ description: 'false: nothing was found to write about, and there is no text' }),
    isCut: Type.Boolean({ description: 'The text reached the limit of its length' }),
    model: Type.String(),
    promptTokens: Type.Integer(),
    completionTokens: Type.Integer(),
    credits: CreditText,
  }),
  failure: Type.Object({
    message: Type.String(),
    reason: oneOf(['credits', 'model', 'time', 'other'], 'credits: the workspace has not enough credits'),
  }),
};

const Abilities = Type.Object(
  {
    model: Type.String(),
    summary: oneOf(
      ['written', 'extract'],
      'extract: the embedded model cannot write; the summary consists of sentences of the conversation',
    ),
    canTranslate: Type.Boolean({ description: 'false: the embedded model cannot' }),
    userLanguage: NullableText({ description: 'Language in which the user writes; null: unknown' }),
  },
  { title: 'InboxAssistance' },
);

const failureOf = (error: unknown) => {
  if (error instanceof AppError) {
    const reason = error.kind === 'insufficientCredits' ? ('credits' as const) : ('other' as const);
    return { reason, message: error.message };
  }
  if (error instanceof ModelError)
    return { reason: 'model' as const, message: `The model did not answer: ${describeModelFailure(error)}` };
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return { reason: 'time' as const, message: 'The model did not finish in time' };
  return { reason: 'other' as const, message: 'The text could not be written' };
};

interface Writing extends AssistanceWork {
  stream: OpenStream;
}

/** Texts that the agent's model writes for an operator. They are shown in the console and never sent to the user. */
export const createInboxAssistanceRoutes = ({
  handoff: { inbox },
  assistance,
  streamAccess,
}: RouteDependencies & { handoff: Handoff; assistance: Assistance }): Route[] => {
  const streams = createLiveStreams(streamAccess);

  const sessionOf = (request: FastifyRequest & { params: { sessionId: string } }): Promise<HumanSession> =>
    inbox.find({ workspaceId: workspaceOf(request).id, sessionId: request.params.sessionId });

  /** Streams a text. A client that disconnects ends the model call. */
  const stream = async (
    request: FastifyRequest & { params: { sessionId: string } },
    reply: FastifyReply,
    write: (writing: Writing) => Promise<WrittenText>,
    { isForReply = false } = {},
  ): Promise<void> => {
    const session = await sessionOf(request);
    if (isForReply && session.status === 'closed')
      throw new AppError('conflict', 'The session is closed, so there is no reply to suggest');
    streamAccess.requireRoom(request);
    const leave = assistance.enter(session.workspaceId, operatorOf(request).id);
    const abort = new AbortController();
    const events = streams.start(reply);
    events.onEnd(() => abort.abort());
    const { signal } = abort;
    const onText = (text: string): void => void events.send('text', { text });
    void write({ session, signal, onText, stream: events })
      .then(({ isFound, isCut, modelName, tokens, costNano }) => {
        const { promptTokens, completionTokens } = tokens;
        const credits = formatCredits(costNano);
        events.send('done', { isFound, isCut, model: modelName, promptTokens, completionTokens, credits });
      })
      .catch((error: unknown) => {
        if (signal.aborted) return;
        request.log.warn({ err: error }, 'a text for an operator could not be written');
        events.send('failure', failureOf(error));
      })
      .finally(() => {
        leave();
        events.end();
      });
  };

  return [
    route({
      method: 'GET',
      url: `${url}/assistance`,
      permission: 'inbox:write',
      schema: {
        tags: inboxTags,
        summary: 'Get what the model can write for an operator',
        description: 'Depends on the model of the agent: the embedded model quotes, but does not write.',
        operationId: 'getInboxAssistance',
        params: InboxSessionParams,
        response: { 200: Abilities },
      },
      handler: async (request) => {
        const { modelName, isExtractive, userLanguage } = await assistance.abilities(
          await sessionOf(request),
        );
        return {
          model: modelName,
          summary: isExtractive ? ('extract' as const) : ('written' as const),
          canTranslate: !isExtractive,
          userLanguage: userLanguage ?? null,
        };
      },
    }),

    route({
      method: 'POST',
      url: `${url}/suggestion`,
      permission: 'inbox:write',
      // It changes nothing. The ledger has its cost.
      audit: 'none',
      schema: {
        tags: inboxTags,
        summary: 'Suggest a reply in an inbox session',
        description:
          'Writes a draft from the conversation and the knowledge of the agent. Nothing is sent to the user. Server-sent events: `passages` that the model got, `text` in parts, then `done` or `failure`. Close the connection to cancel; what was written is charged to the conversation.',
        operationId: 'suggestInboxReply',
        params: InboxSessionParams,
        response: {
          200: EventStream('The draft', {
            passages: Type.Object({ passages: Type.Array(Passage) }),
            ...textEvents,
          }),
        },
      },
      handler: async (request, reply) => {
        await stream(
          request,
          reply,
          ({ stream: events, ...work }) =>
            assistance.suggest({
              ...work,
              onPassages: (chunks) => {
                const passages = chunks.map(
                  ({ chunkId, dataId: documentId, documentName, sourceUrl, content, score }) => ({
                    chunkId,
                    documentId,
                    documentName,
                    sourceUrl,
                    content,
                    score,
                  }),
                );
                events.send('passages', { passages });
              },
            }),
          { isForReply: true },
        );
        return reply;
      },
    }),

    route({
      method: 'POST',
      url: `${url}/summary`,
      permission: 'inbox:write',
      audit: 'none',
      schema: {
        tags: inboxTags,
        summary: 'Summarise the conversation of an inbox session',
        description:
          'At most about 150 words. Server-sent events: `text` in parts, then `done` or `failure`. With the embedded model, sentences of the conversation.',
        operationId: 'summariseInboxSession',
        params: InboxSessionParams,
        body: Type.Object({ language: Language }),
        response: { 200: EventStream('The summary', textEvents) },
      },
      handler: async (request, reply) => {
        const { language } = request.body;
        await stream(request, reply, (work) => assistance.summarise({ ...work, language }));
        return reply;
      },
    }),

    route({
      method: 'POST',
      url: `${url}/translation`,
      permission: 'inbox:write',
      audit: 'none',
      schema: {
        tags: inboxTags,
        summary: 'Translate a text of an inbox session',
        description:
          'A message of the user, or a draft. Server-sent events: `text` in parts, then `done` or `failure`. The embedded model cannot translate.',
        operationId: 'translateInInbox',
        params: InboxSessionParams,
        body: Type.Object({
          text: Type.String({ minLength: 1, maxLength: longestTranslatedText, pattern: '\\S' }),
          language: Language,
        }),
        response: { 200: EventStream('The translation', textEvents) },
      },
      handler: async (request, reply) => {
        const { text, language } = request.body;
        await stream(request, reply, (work) => assistance.translate({ ...work, text, language }));
        return reply;
      },
    }),
  ];
};
