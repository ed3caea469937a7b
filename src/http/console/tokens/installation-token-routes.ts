import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { isInstallationOwner } from '../../../accounts/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Route, route } from '../../route.ts';
import { operatorOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Paged, PageQuery } from '../wire/paging.ts';
import { Done } from '../wire/wire-schemas.ts';
import { createTokenCalls } from './token-calls.ts';
import { CreatedToken, Token, TokenBody } from './token-view.ts';

const tags = ['Operator tokens'];
const path = '/tokens';

const requireInstallationOwner = (request: FastifyRequest): void => {
  if (!isInstallationOwner(operatorOf(request)))
    throw new AppError(
      'forbidden',
      'Only an owner token for all workspaces may do that. Create one with "frontdesk token create --name NAME"',
    );
};

/** Tokens that are valid in every workspace. */
export const createInstallationTokenRoutes = (deps: RouteDependencies): Route[] => {
  const calls = createTokenCalls(deps);

  return [
    route({
      method: 'GET',
      url: path,
      permission: 'signed-in',
      schema: {
        tags,
        summary: 'List installation tokens',
        description:
          'Tokens that are valid in every workspace. Requires a token with the role owner in every workspace.',
        operationId: 'listInstallationTokens',
        querystring: Type.Object(PageQuery),
        response: { 200: Paged(Token) },
      },
      handler: async (request) => {
        requireInstallationOwner(request);
        return calls.list(null, request.query);
      },
    }),

    route({
      method: 'POST',
      url: path,
      permission: 'signed-in',
      audit: 'token.create',
      schema: {
        tags,
        summary: 'Create an installation token',
        description: 'The token is valid in every workspace, with the given role.',
        operationId: 'createInstallationToken',
        body: TokenBody,
        response: { 201: CreatedToken },
      },
      handler: async (request, reply, record) => {
        requireInstallationOwner(request);
        reply.status(201);
        return await calls.create({ request, record }, null, request.body);
      },
    }),

    route({
      method: 'DELETE',
      url: `${path}/:tokenId`,
      permission: 'signed-in',
      audit: 'token.revoke',
      schema: {
        tags,
        summary: 'Revoke an installation token',
        description: 'Also ends the sessions that were opened with it.',
        operationId: 'revokeInstallationToken',
        params: Type.Object({ tokenId: Type.String() }),
        response: { 204: Done },
      },
      handler: async (request, reply, record) => {
        requireInstallationOwner(request);
        await calls.revoke(record, null, request.params.tokenId);
        return reply.status(204).send(null);
      },
    }),
  ];
};
