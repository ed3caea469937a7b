import type { FastifyRequest } from 'fastify';
import type { Agents } from '../../../agents/index.ts';
import type { Table, Tables } from '../../../tables/index.ts';
import { findAgentOf } from '../access/find-agent.ts';

type TableRequest = FastifyRequest & { params: { agentId: string; tableId: string } };

/** The table in the path, which must belong to the agent in the path. */
export const createFindTable =
  ({ agents, tables }: { agents: Agents; tables: Tables }) =>
  async (request: TableRequest): Promise<Table> =>
    tables.require(await findAgentOf(agents, request), request.params.tableId);
