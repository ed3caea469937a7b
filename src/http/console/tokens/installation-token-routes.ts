import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { isInstallationOwner } from '../../../accounts/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { operatorOf } from '../access/operator-guard.ts';
import type { ConsoleScope, RouteDependencies } from '../console-dependencies.ts';
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
      'Only a token with the role owner in every workspace may do that; "frontdesk token create" makes one',
    );
};

/** Tokens that are valid in every workspace. */
export const registerInstallationTokenRoutes = (scope: ConsoleScope, deps: RouteDependencies): void => {
  const calls = createTokenCalls(deps);

  scope.get(
    path,
    {
      config: { permission: 'signed-in' },
      schema: {
        tags,
        summary: 'List the tokens of the installation',
        description: 'For tokens with the role owner in every workspace.',
        operationId: 'listInstallationTokens',
        querystring: Type.Object(PageQuery),
        response: { 200: Paged(Token) },
      },
    },
    async (request) => {
      requireInstallationOwner(request);
      return calls.list(null, request.query);
    },
  );

  scope.post(
    path,
    {
      config: { permission: 'signed-in' },
      schema: {
        tags,
        summary: 'Create a token of the installation',
        description: 'It acts with its role in every workspace.',
        operationId: 'createInstallationToken',
        body: TokenBody,
        response: { 201: CreatedToken },
      },
    },
    async (request, reply) => {
      requireInstallationOwner(request);
      reply.status(201);
      return await calls.create(request, null, request.body);
    },
  );

  scope.delete(
    `${path}/:tokenId`,
    {
      config: { permission: 'signed-in' },
      schema: {
        tags,
        summary: 'Revoke a token of the installation',
        operationId: 'revokeInstallationToken',
        params: Type.Object({ tokenId: Type.String() }),
        response: { 204: Done },
      },
    },
    async (request, reply) => {
      requireInstallationOwner(request);
      await calls.revoke(request, null, request.params.tokenId);
      return reply.status(204).send(null);
    },
  );
};
