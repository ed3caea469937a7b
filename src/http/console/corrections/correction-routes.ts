import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Agent } from '../../../agents/index.ts';
import { describeChanges } from '../../../audit/index.ts';
import type { Conversations } from '../../../conversations/index.ts';
import type { Correction, Corrections } from '../../../corrections/index.ts';
import type { Knowledge } from '../../../knowledge/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Route, route } from '../../route.ts';
import { findAgentOf } from '../access/find-agent.ts';
import { operatorOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { AgentParams, Done } from '../wire/wire-schemas.ts';
import {
  CorrectionParams,
  CorrectionView,
  contentOf,
  correctionFields,
  correctionsPath,
  presentCorrection,
  correctionTags as tags,
} from './correction-view.ts';

interface CorrectionDependencies {
  corrections: Corrections;
  conversations: Conversations;
  knowledge: Pick<Knowledge, 'bases'>;
}

export const authorOf = (request: FastifyRequest): Correction['author'] => {
  const operator = operatorOf(request);
  return { id: operator.id, email: operator.kind === 'person' ? operator.email : '' };
};

/** Undefined if it is not there. */
const ifFound = async <Found>(finding: Promise<Found>): Promise<Found | undefined> => {
  try {
    return await finding;
  } catch (error) {
    if (error instanceof AppError && error.kind === 'notFound') return undefined;
    throw error;
  }
};

/** Corrected answers: list, create, change, delete. */
export const createCorrectionRoutes = ({
  corrections,
  conversations,
  knowledge,
  agents,
  write,
}: RouteDependencies & CorrectionDependencies): Route[] => {
  const requireBase = async (agent: Agent, id: string | null): Promise<void> => {
    if (id === null) return;
    const base = await ifFound(knowledge.bases.require(agent, id));
    if (!base)
      throw new AppError('invalidParameter', 'knowledgeBaseId must be a knowledge base of this agent');
  };

  const sourceOf = async (agent: Agent, roundId: string | undefined): Promise<Correction['source']> => {
    if (roundId === undefined) return null;
    const found = await ifFound(conversations.round(agent.id, roundId));
    if (!found) throw new AppError('invalidParameter', 'roundId must be a round of this agent');
    return { conversationId: found.round.conversationId, roundId };
  };

  return [
    route({
      method: 'GET',
      url: correctionsPath,
      permission: 'knowledge:read',
      schema: {
        tags,
        summary: 'List corrections',
        description: 'Corrected answers of the agent. An agent has at most 10,000.',
        operationId: 'listCorrections',
        params: AgentParams,
        querystring: Type.Object({
          search: Type.Optional(
            Type.String({ maxLength: 200, description: 'Part of the question or of the answer' }),
          ),
          enabled: Type.Optional(Type.Boolean()),
          order: Type.Union([Type.Literal('newest'), Type.Literal('hits'), Type.Literal('lastHit')], {
            default: 'newest',
          }),
          offset: Type.Integer({ minimum: 0, maximum: 10_000, default: 0 }),
          limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
        }),
        response: { 200: Type.Object({ items: Type.Array(CorrectionView), total: Type.Integer() }) },
      },
      handler: async (request) => {
        const agent = await findAgentOf(agents, request);
        const { search, enabled: isEnabled, order, offset, limit } = request.query;
        const listed = await corrections.list(
          { agentId: agent.id, search, isEnabled },
          { order, offset, limit },
        );
        return { items: listed.corrections.map(presentCorrection), total: listed.total };
      },
    }),

    route({
      method: 'POST',
      url: correctionsPath,
      permission: 'knowledge:write',
      audit: 'correction.create',
      schema: {
        tags,
        summary: 'Create a correction',
        description:
          'A similar question then gets this answer, see the settings `corrections` of the agent. 409 if the knowledge base has a correction for this question. Find similar ones before with `matchCorrections`.',
        operationId: 'createCorrection',
        params: AgentParams,
        body: Type.Object({
          question: correctionFields.question,
          answer: correctionFields.answer,
          knowledgeBaseId: Type.Optional(correctionFields.knowledgeBaseId),
          enabled: Type.Optional(correctionFields.enabled),
          roundId: Type.Optional(
            Type.String({ maxLength: 100, description: 'The round whose answer is corrected' }),
          ),
        }),
        response: { 201: CorrectionView },
      },
      handler: async (request, reply, record) => {
        const agent = await findAgentOf(agents, request);
        const { question, answer, knowledgeBaseId = null, enabled = true, roundId } = request.body;
        await requireBase(agent, knowledgeBaseId);
        const create = await corrections.prepare(agent, {
          question,
          answer,
          knowledgeBaseId,
          isEnabled: enabled,
          source: await sourceOf(agent, roundId),
          author: authorOf(request),
        });
        const created = await write(async (tx) => {
          const made = await create(tx);
          await record(tx, { targetId: made.id, changes: describeChanges(undefined, contentOf(made)) });
          return made;
        });
        reply.status(201);
        return presentCorrection(created);
      },
    }),

    route({
      method: 'PATCH',
      url: `${correctionsPath}/:correctionId`,
      permission: 'knowledge:write',
      audit: 'correction.update',
      schema: {
        tags,
        summary: 'Change a correction',
        description: 'Fields that are absent stay as they are. The caller becomes the author.',
        operationId: 'changeCorrection',
        params: CorrectionParams,
        body: Type.Partial(Type.Object(correctionFields)),
        response: { 200: CorrectionView },
      },
      handler: async (request, _reply, record) => {
        const agent = await findAgentOf(agents, request);
        const { enabled, ...rest } = request.body;
        if (rest.knowledgeBaseId !== undefined) await requireBase(agent, rest.knowledgeBaseId);
        const change = await corrections.prepareChange(
          agent,
          request.params.correctionId,
          { ...rest, ...(enabled === undefined ? {} : { isEnabled: enabled }) },
          authorOf(request),
        );
        return write(async (tx) => {
          const { before, after } = await change(tx);
          const changes = describeChanges(contentOf(before), contentOf(after));
          if (Object.keys(changes).length > 0) await record(tx, { targetId: after.id, changes });
          return presentCorrection(after);
        });
      },
    }),

    route({
      method: 'DELETE',
      url: `${correctionsPath}/:correctionId`,
      permission: 'knowledge:write',
      audit: 'correction.delete',
      schema: {
        tags,
        summary: 'Delete a correction',
        description: 'Replies that used it stay.',
        operationId: 'deleteCorrection',
        params: CorrectionParams,
        response: { 204: Done },
      },
      handler: async (request, reply, record) => {
        const agent = await findAgentOf(agents, request);
        await write(async (tx) => {
          const removed = await corrections.remove(tx, agent, request.params.correctionId);
          await record(tx, { targetId: removed.id, changes: describeChanges(contentOf(removed), undefined) });
        });
        reply.status(204);
        return null;
      },
    }),
  ];
};
