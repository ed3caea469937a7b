import { Type } from 'typebox';
import type { Agent } from '../../../agents/index.ts';
import { type Corrections, correctionLimits } from '../../../corrections/index.ts';
import type { Knowledge } from '../../../knowledge/index.ts';
import { type Route, route } from '../../route.ts';
import type { Downloads } from '../../streaming/index.ts';
import { findAgentOf } from '../access/find-agent.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { AgentParams } from '../wire/wire-schemas.ts';
import { authorOf } from './correction-routes.ts';
import { correctionsPath, correctionTags as tags } from './correction-view.ts';

const maxBodyBytes = 16 * 1024 * 1024;
const mostBases = 1000;

/** CSV import and export of corrections. */
export const createCorrectionFileRoutes = ({
  corrections,
  knowledge,
  downloads,
  agents,
}: RouteDependencies & {
  corrections: Corrections;
  knowledge: Pick<Knowledge, 'bases'>;
  downloads: Downloads;
}): Route[] => {
  const basesOf = async (agent: Agent) =>
    (await knowledge.bases.list(agent, { offset: 0, limit: mostBases })).bases;

  return [
    route({
      method: 'POST',
      url: `${correctionsPath}/import`,
      permission: 'knowledge:write',
      maxBodyBytes,
      audit: 'correction.import',
      schema: {
        tags,
        summary: 'Import corrections',
        description:
          'CSV with the columns `question` and `answer`, and optionally `knowledge_base` (name or ID) and `enabled` (yes or no). Other columns are ignored. A question that exists gets the answer of the file. Valid rows are stored, the others are reported with row, column and rule.',
        operationId: 'importCorrections',
        params: AgentParams,
        body: Type.Object({
          csv: Type.String({ minLength: 1, maxLength: correctionLimits.csvCharacters }),
        }),
        response: {
          200: Type.Object(
            {
              added: Type.Integer(),
              replaced: Type.Integer(),
              unchanged: Type.Integer(),
              problems: Type.Array(
                Type.Object({
                  row: Type.Integer({ description: 'The header is row 1' }),
                  column: Type.String(),
                  message: Type.String(),
                }),
                { description: 'The first 100' },
              ),
              problemCount: Type.Integer(),
            },
            { title: 'CorrectionImport' },
          ),
        },
      },
      handler: async (request, _reply, record) => {
        const agent = await findAgentOf(agents, request);
        return corrections.import({
          agent,
          csv: request.body.csv,
          author: authorOf(request),
          bases: await basesOf(agent),
          alsoIn: (tx, { added, replaced }) =>
            record(tx, { targetId: agent.id, changes: { added: [null, added], replaced: [null, replaced] } }),
        });
      },
    }),

    route({
      method: 'GET',
      url: `${correctionsPath}/export`,
      permission: 'knowledge:read',
      schema: {
        tags,
        summary: 'Export corrections',
        description:
          'All corrections as CSV, as the import reads them, with hits, author and time. An apostrophe is added before text that a spreadsheet would treat as a formula; an import removes it.',
        operationId: 'exportCorrections',
        params: AgentParams,
        response: {
          200: { description: 'The corrections', content: { 'text/csv': { schema: { type: 'string' } } } },
        },
      },
      handler: async (request, reply) => {
        const agent = await findAgentOf(agents, request);
        return downloads.text(request, reply, corrections.export(agent, await basesOf(agent)), {
          name: 'corrections.csv',
          mediaType: 'text/csv; charset=utf-8',
        });
      },
    }),
  ];
};
