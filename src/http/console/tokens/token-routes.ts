import { Type } from 'typebox';
import { type Route, route } from '../../route.ts';
import { workspaceOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Paged, PageQuery } from '../wire/paging.ts';
import { Done, WorkspaceParams } from '../wire/wire-schemas.ts';
import { createTokenCalls } from './token-calls.ts';
import { CreatedToken, Token, TokenBody } from './token-view.ts';

const tags = ['Operator tokens'];
const path = '/workspaces/:workspaceId/tokens';

/** Tokens that are valid in one workspace. */
export const createTokenRoutes = (deps: RouteDependencies): Route[] => {
  const calls = createTokenCalls(deps);

  return [
    route({
      method: 'GET',
      url: path,
      permission: 'token:read',
      schema: {
        tags,
        summary: 'List operator tokens',
        description: 'Returns the tokens of the workspace, newest first.',
        operationId: 'listTokens',
        params: WorkspaceParams,
        querystring: Type.Object(PageQuery),
        response: { 200: Paged(Token) },
      },
      handler: (request) => calls.list(workspaceOf(request).id, request.query),
    }),

    route({
      method: 'POST',
      url: path,
      permission: 'token:write',
      audit: 'token.create',
      schema: {
        tags,
        summary: 'Create an operator token',
        description: 'The token is valid only in this workspace, with the given role.',
        operationId: 'createToken',
        params: WorkspaceParams,
        body: TokenBody,
        response: { 201: CreatedToken },
      },
      handler: async (request, reply, record) => {
        const created = await calls.create({ request, record }, workspaceOf(request).id, request.body);
        reply.status(201);
        return created;
      },
    }),

    route({
      method: 'DELETE',
      url: `${path}/:tokenId`,
      permission: 'token:write',
      audit: 'token.revoke',
      schema: {
        tags,
        summary: 'Revoke an operator token',
        description: 'Also ends the sessions that were opened with it.',
        operationId: 'revokeToken',
        params: Type.Object({ workspaceId: Type.String(), tokenId: Type.String() }),
        response: { 204: Done },
      },
      handler: async (request, reply, record) => {
        await calls.revoke(record, workspaceOf(request).id, request.params.tokenId);
        return reply.status(204).send(null);
      },
    }),
  ];
};
