import { Type } from 'typebox';
import { workspaceOf } from '../access/operator-guard.ts';
import type { ConsoleScope, RouteDependencies } from '../console-dependencies.ts';
import { Paged, PageQuery } from '../wire/paging.ts';
import { Done, WorkspaceParams } from '../wire/wire-schemas.ts';
import { createTokenCalls } from './token-calls.ts';
import { CreatedToken, Token, TokenBody } from './token-view.ts';

const tags = ['Operator tokens'];
const path = '/workspaces/:workspaceId/tokens';

/** Tokens that are valid in one workspace. */
export const registerTokenRoutes = (scope: ConsoleScope, deps: RouteDependencies): void => {
  const calls = createTokenCalls(deps);

  scope.get(
    path,
    {
      config: { permission: 'token:read' },
      schema: {
        tags,
        summary: "List a workspace's tokens",
        operationId: 'listTokens',
        params: WorkspaceParams,
        querystring: Type.Object(PageQuery),
        response: { 200: Paged(Token) },
      },
    },
    (request) => calls.list(workspaceOf(request).id, request.query),
  );

  scope.post(
    path,
    {
      config: { permission: 'token:write' },
      schema: {
        tags,
        summary: 'Create a token',
        description: 'It acts with its role in this workspace and nowhere else.',
        operationId: 'createToken',
        params: WorkspaceParams,
        body: TokenBody,
        response: { 201: CreatedToken },
      },
    },
    async (request, reply) => {
      const created = await calls.create(request, workspaceOf(request).id, request.body);
      reply.status(201);
      return created;
    },
  );

  scope.delete(
    `${path}/:tokenId`,
    {
      config: { permission: 'token:write' },
      schema: {
        tags,
        summary: 'Revoke a token',
        description: 'The sessions opened with it end too.',
        operationId: 'revokeToken',
        params: Type.Object({ workspaceId: Type.String(), tokenId: Type.String() }),
        response: { 204: Done },
      },
    },
    async (request, reply) => {
      await calls.revoke(request, workspaceOf(request).id, request.params.tokenId);
      return reply.status(204).send(null);
    },
  );
};
