import { Type } from 'typebox';
import { nanoPerCredit, parseCredits } from '../../../usage/index.ts';
import type { Workspace } from '../../../workspaces/index.ts';
import { workspaceOf } from '../access/operator-guard.ts';
import type { ConsoleScope, RouteDependencies } from '../console-dependencies.ts';
import { WorkspaceParams } from '../wire/wire-schemas.ts';

const tags = ['Credits'];

/** Decimal text, because a double would lose nano-credits. */
const Amount = Type.String({
  pattern: '^\\d{1,7}(\\.\\d{1,9})?$',
  description: 'Credits as decimal text, to a billionth',
  examples: ['25.5'],
});

const Credits = Type.Object(
  {
    balance: Type.Union([Amount, Type.Null()], { description: 'What is left; null where there is no limit' }),
    reserved: Type.String({ description: 'Promised to rounds that are under way' }),
    available: Type.Union([Amount, Type.Null()], { description: 'What a new round may still be promised' }),
  },
  { title: 'Credits' },
);

/** 1500000000 → "1.5" */
export const formatCredits = (nano: number): string => {
  const whole = Math.floor(nano / nanoPerCredit);
  const fraction = String(nano - whole * nanoPerCredit)
    .padStart(9, '0')
    .replace(/0+$/, '');
  return fraction === '' ? String(whole) : `${whole}.${fraction}`;
};

const formatNullable = (nano: number | null): string | null => (nano === null ? null : formatCredits(nano));

const present = ({ balanceNano: balance, reservedNano: reserved }: Workspace) => ({
  balance: formatNullable(balance),
  reserved: formatCredits(reserved),
  available: formatNullable(balance === null ? null : Math.max(0, balance - reserved)),
});

export const registerCreditRoutes = (scope: ConsoleScope, deps: RouteDependencies): void => {
  const { db, workspaces, write } = deps;
  const path = '/workspaces/:workspaceId/credits';
  const read = async (workspaceId: string) => present((await workspaces.find(db.query, workspaceId))!);

  scope.get(
    path,
    {
      config: { permission: 'credit:read' },
      schema: {
        tags,
        summary: 'Get the balance',
        operationId: 'getCredits',
        params: WorkspaceParams,
        response: { 200: Credits },
      },
    },
    async (request) => present(workspaceOf(request)),
  );

  scope.put(
    path,
    {
      config: { permission: 'credit:write' },
      schema: {
        tags,
        summary: 'Set or remove the limit',
        operationId: 'setCredits',
        params: WorkspaceParams,
        body: Type.Object({ balance: Type.Union([Amount, Type.Null()]) }),
        response: { 200: Credits },
      },
    },
    async (request) => {
      const { id } = workspaceOf(request);
      const { balance } = request.body;
      const balanceNano = balance === null ? null : Number(parseCredits(balance));
      await write(request, async (tx, record) => {
        const before = await workspaces.find(tx, id);
        await workspaces.setBalance(tx, id, balanceNano);
        await record({
          action: 'credits.set',
          targetKind: 'workspace',
          targetId: id,
          changes: { balance: [formatNullable(before?.balanceNano ?? null), formatNullable(balanceNano)] },
        });
      });
      return read(id);
    },
  );

  scope.post(
    `${path}/top-ups`,
    {
      config: { permission: 'credit:write' },
      schema: {
        tags,
        summary: 'Top up',
        operationId: 'topUpCredits',
        params: WorkspaceParams,
        body: Type.Object({ amount: Amount }),
        response: { 201: Credits },
      },
    },
    async (request, reply) => {
      const { id } = workspaceOf(request);
      const nano = Number(parseCredits(request.body.amount));
      await write(request, async (tx, record) => {
        const balanceNano = await workspaces.topUp(tx, id, nano);
        await record({
          action: 'credits.top_up',
          targetKind: 'workspace',
          targetId: id,
          changes: { balance: [formatCredits(balanceNano - nano), formatCredits(balanceNano)] },
        });
      });
      reply.status(201);
      return await read(id);
    },
  );
};
