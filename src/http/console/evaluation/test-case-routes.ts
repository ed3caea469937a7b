import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Agent } from '../../../agents/index.ts';
import type { Conversations } from '../../../conversations/index.ts';
import { caseLimits, type Evaluation, labelOfCase, longestCaseFile } from '../../../evaluation/index.ts';
import type { Files } from '../../../files/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { isId } from '../../../lib/ids.ts';
import { type Route, route } from '../../route.ts';
import { oneOf } from '../../schema.ts';
import type { Downloads } from '../../streaming/index.ts';
import { findAgentOf } from '../access/find-agent.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Paged, PageQuery, paged, rangeOf } from '../wire/paging.ts';
import { Done } from '../wire/wire-schemas.ts';
import { createReadCaseBody } from './read-case-body.ts';
import { CaseInput, CaseParams, CaseView, presentCase, SetParams, setsPath } from './test-set-view.ts';

const tags = ['Evaluation'];
const path = `${setsPath}/:setId/cases`;
/** With its files in base64. */
const caseBodyBytes = 64 * 1024 * 1024;
const importBodyBytes = longestCaseFile * 4;
const Format = oneOf(['csv', 'jsonl']);

interface CaseRouteDependencies {
  evaluation: Evaluation;
  conversations: Pick<Conversations, 'require' | 'round'>;
  downloads: Downloads;
  files: Pick<Files, 'discard'>;
}

/** The cases of a test set: by hand, from files and from conversations. */
export const createTestCaseRoutes = ({
  evaluation,
  conversations,
  downloads,
  files,
  agents,
  write,
}: RouteDependencies & CaseRouteDependencies): Route[] => {
  const { sets, cases } = evaluation;
  const readBody = createReadCaseBody(evaluation);

  const findSet = async (request: FastifyRequest & { params: { agentId: string; setId: string } }) => {
    const agent = await findAgentOf(agents, request);
    return { agent, set: await sets.require(agent, request.params.setId) };
  };

  const conversationOf = async (
    agent: Agent,
    { conversationId, roundId }: { conversationId?: string; roundId?: string },
  ): Promise<string> => {
    if (conversationId !== undefined) return (await conversations.require(agent, conversationId)).id;
    if (roundId === undefined)
      throw new AppError('invalidParameter', 'conversationId or roundId is required');
    const found = isId(roundId) ? await conversations.round(agent.id, roundId) : undefined;
    if (!found) throw new AppError('notFound', 'There is no such round of this agent');
    return found.round.conversationId;
  };

  /** Files of a case that could not be stored. */
  const discardOnError = async <Result>(fileIds: string[], work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      await files.discard(fileIds);
      throw error;
    }
  };

  return [
    route({
      method: 'GET',
      url: path,
      permission: 'agent:read',
      schema: {
        tags,
        summary: 'List test cases',
        description: 'In the order of the set.',
        operationId: 'listTestCases',
        params: SetParams,
        querystring: Type.Object(PageQuery),
        response: { 200: Paged(CaseView) },
      },
      handler: async (request) => {
        const { set } = await findSet(request);
        const found = await cases.list(set, rangeOf(request.query));
        return paged(found.cases.map(presentCase), found.total, request.query);
      },
    }),

    route({
      method: 'POST',
      url: path,
      permission: 'agent:write',
      audit: 'test-case.create',
      maxBodyBytes: caseBodyBytes,
      schema: {
        tags,
        summary: 'Add a test case',
        description: 'At the end of the set.',
        operationId: 'addTestCase',
        params: SetParams,
        body: CaseInput,
        response: { 201: CaseView },
      },
      handler: async (request, reply, record) => {
        const { agent, set } = await findSet(request);
        const { content, newFiles } = await readBody(request, agent);
        cases.requireFiles(content, newFiles);
        const [id] = await discardOnError(newFiles, () =>
          write(async (tx) => {
            const added = await cases.add(tx, set, [{ ...content, origin: 'manual' }]);
            await record(tx, {
              targetId: set.id,
              changes: { case: [null, labelOfCase(content).slice(0, 200)] },
            });
            return added;
          }),
        );
        reply.status(201);
        return presentCase(await cases.require(set, id!));
      },
    }),

    route({
      method: 'POST',
      url: `${path}/from-conversation`,
      permission: 'agent:write',
      audit: 'test-case.create',
      schema: {
        tags,
        summary: 'Add a test case from a conversation',
        description:
          'The messages of the user become the script of the case. With `roundId` it ends with that message. If the answer was rated well, or with `reference`, the answer must be similar. Erasing the conversation deletes the case.',
        operationId: 'addTestCaseFromConversation',
        params: SetParams,
        body: Type.Object({
          conversationId: Type.Optional(Type.String({ description: 'Default: that of `roundId`' })),
          roundId: Type.Optional(Type.String({ description: 'Default: the whole conversation' })),
          withEarlier: Type.Optional(
            Type.Boolean({
              description: 'Whether the messages before `roundId` are sent too. Default: true',
            }),
          ),
          reference: Type.Optional(
            Type.String({ maxLength: caseLimits.expectedCharacters, description: 'The right answer' }),
          ),
        }),
        response: { 201: CaseView },
      },
      handler: async (request, reply, record) => {
        const { agent, set } = await findSet(request);
        const { roundId, withEarlier = true, reference } = request.body;
        const conversationId = await conversationOf(agent, request.body);
        const made = await evaluation.caseOfConversation(agent, {
          conversationId,
          roundId,
          withEarlier,
          reference,
        });
        const newFiles = made.turns.flatMap((turn) => turn.files.flatMap(({ fileId }) => fileId ?? []));
        const [id] = await discardOnError(newFiles, () =>
          write(async (tx) => {
            const added = await cases.add(tx, set, [made]);
            // Without the words of the user, because the audit log is not erased.
            await record(tx, { targetId: set.id, changes: { conversation: [null, conversationId] } });
            return added;
          }),
        );
        reply.status(201);
        return presentCase(await cases.require(set, id!));
      },
    }),

    route({
      method: 'GET',
      url: `${path}/:caseId`,
      permission: 'agent:read',
      schema: {
        tags,
        summary: 'Get a test case',
        description: 'Returns its messages and expectations.',
        operationId: 'getTestCase',
        params: CaseParams,
        response: { 200: CaseView },
      },
      handler: async (request) => {
        const { set } = await findSet(request);
        return presentCase(await cases.require(set, request.params.caseId));
      },
    }),

    route({
      method: 'PUT',
      url: `${path}/:caseId`,
      permission: 'agent:write',
      audit: 'test-case.update',
      maxBodyBytes: caseBodyBytes,
      schema: {
        tags,
        summary: 'Replace a test case',
        description: 'The whole case. A file that is not named any more is removed.',
        operationId: 'replaceTestCase',
        params: CaseParams,
        body: CaseInput,
        response: { 200: CaseView },
      },
      handler: async (request, _reply, record) => {
        const { agent, set } = await findSet(request);
        const current = await cases.require(set, request.params.caseId);
        const { content, newFiles } = await readBody(request, agent);
        await discardOnError(newFiles, () =>
          write(async (tx) => {
            await cases.change(tx, current, content, newFiles);
            await record(tx, { targetId: set.id, changes: { case: [current.id, current.id] } });
          }),
        );
        return presentCase(await cases.require(set, current.id));
      },
    }),

    route({
      method: 'DELETE',
      url: `${path}/:caseId`,
      permission: 'agent:write',
      audit: 'test-case.delete',
      schema: {
        tags,
        summary: 'Delete a test case',
        description: 'Results of earlier runs stay.',
        operationId: 'deleteTestCase',
        params: CaseParams,
        response: { 204: Done },
      },
      handler: async (request, reply, record) => {
        const { set } = await findSet(request);
        const { caseId } = request.params;
        await write(async (tx) => {
          await cases.remove(tx, set, caseId);
          await record(tx, { targetId: set.id, changes: { case: [caseId, null] } });
        });
        return reply.status(204).send(null);
      },
    }),

    route({
      method: 'POST',
      url: `${setsPath}/:setId/import`,
      permission: 'agent:write',
      audit: 'test-set.import',
      maxBodyBytes: importBodyBytes,
      holdsRecords: true,
      schema: {
        tags,
        summary: 'Import test cases',
        description: `At most ${caseLimits.cases} cases per set. CSV has a column per kind of expectation; JSONL has a case per line. If a row is not valid, nothing is stored, and the error names row and column.`,
        operationId: 'importTestCases',
        params: SetParams,
        body: Type.Object({
          format: Format,
          content: Type.String({ description: 'The text of the file' }),
          replace: Type.Optional(
            Type.Boolean({ description: 'Whether the cases of the set are deleted before. Default: false' }),
          ),
        }),
        response: { 200: Type.Object({ imported: Type.Integer() }) },
      },
      handler: async (request, _reply, record) => {
        const { agent, set } = await findSet(request);
        const { format, content, replace = false } = request.body;
        const read = await evaluation.readFile(agent.workspaceId, { format, content });
        await write(async (tx) => {
          await cases.import(tx, set, { cases: read, replaces: replace });
          await record(tx, { targetId: set.id, changes: { cases: [null, read.length] } });
        });
        return { imported: read.length };
      },
    }),

    route({
      method: 'GET',
      url: `${setsPath}/:setId/export`,
      permission: 'agent:read',
      schema: {
        tags,
        summary: 'Export test cases',
        description:
          'In the format of an import. Files are named only: attach them again after an import. In CSV, an apostrophe is added before text that a spreadsheet would treat as a formula; an import removes it.',
        operationId: 'exportTestCases',
        params: SetParams,
        querystring: Type.Object({ format: Format }),
        response: {
          200: {
            description: 'The cases',
            content: {
              'text/csv': { schema: { type: 'string' } },
              'application/jsonl': { schema: { type: 'string' } },
            },
          },
        },
      },
      handler: async (request, reply) => {
        const { set } = await findSet(request);
        const { format } = request.query;
        return downloads.text(request, reply, cases.export(set, format), {
          name: `${set.name}.${format}`,
          mediaType: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8',
        });
      },
    }),
  ];
};
