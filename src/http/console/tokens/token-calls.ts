import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { actorName } from '../../../accounts/index.ts';
import type { AuditAction } from '../../../audit/index.ts';
import { AppError } from '../../../lib/errors.ts';
import type { RecordChange } from '../../route.ts';
import { operatorOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { type Page, paged, rangeOf } from '../wire/paging.ts';
import { presentToken, readExpiry, type TokenBody } from './token-view.ts';

interface TokenCall<Action extends AuditAction> {
  request: FastifyRequest;
  record: RecordChange<Action>;
}

/** List, create and revoke, for the tokens of one workspace or of the installation (null). */
export const createTokenCalls = ({
  operatorTokens,
  invitations,
  resetLinks,
  clock,
  write,
}: RouteDependencies) => ({
  list: async (workspaceId: string | null, page: Page) => {
    const { tokens, total } = await operatorTokens.list(workspaceId, rangeOf(page));
    return paged(tokens.map(presentToken), total, page);
  },

  create: async (
    { request, record }: TokenCall<'token.create'>,
    workspaceId: string | null,
    { name, role, expiresAt }: Static<typeof TokenBody>,
  ) => {
    const expiresAtMs = readExpiry(clock, expiresAt);
    const createdBy = actorName(operatorOf(request));
    const { row, token } = await write(async (tx) => {
      const made = await operatorTokens.create(tx, { name, role, workspaceId, expiresAtMs, createdBy });
      await record(tx, {
        action: 'token.create',
        targetId: made.row.id,
        changes: { name: [null, name], role: [null, role], expiresAt: [null, expiresAt ?? null] },
      });
      return made;
    });
    return { ...presentToken(row), token };
  },

  revoke: async (
    record: RecordChange<'token.revoke'>,
    workspaceId: string | null,
    id: string,
  ): Promise<void> => {
    await write(async (tx) => {
      const name = await operatorTokens.revoke(tx, { id, workspaceId });
      if (name === undefined)
        throw new AppError('notFound', 'There is no such token, or it was revoked already');
      await invitations.withdrawAllBy(tx, id, workspaceId);
      await resetLinks.endAllBy(tx, id);
      await record(tx, { action: 'token.revoke', targetId: id, changes: { name: [name, null] } });
    });
  },
});
