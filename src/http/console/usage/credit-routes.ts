import { Type } from 'typebox';
import { nanoPerCredit, parseCredits } from '../../../usage/index.ts';
import type { Workspace } from '../../../workspaces/index.ts';
import { type Route, route } from '../../route.ts';
import { workspaceOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { WorkspaceParams } from '../wire/wire-schemas.ts';

const tags = ['Credits'];

/** Decimal text, because a double would lose nano-credits. */
const Amount = Type.String({
  pattern: '^\\d{1,7}(\\.\\d{1,9})?$',
  description: 'Credits as decimal text with up to 9 decimal places',
  examples: ['25.5'],
});

const Credits = Type.Object(
  {
    balance: Type.Union([Amount, Type.Null()], { description: 'Remaining credits; null: no limit' }),
    reserved: Type.String({ description: 'Reserved for running rounds' }),
    available: Type.Union([Amount, Type.Null()], { description: 'Credits that new rounds can reserve' }),
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

export const createCreditRoutes = (deps: RouteDependencies): Route[] => {
  const { balances, db, workspaces, write } = deps;
  const path = '/workspaces/:workspaceId/credits';
  const read = async (workspaceId: string) => present((await workspaces.find(db.query, workspaceId))!);

  return [
    route({
      method: 'GET',
      url: path,
      permission: 'credit:read',
      schema: {
        tags,
        summary: 'Get the credit balance',
        description: 'Returns balance, reserved credits and available credits of the workspace.',
        operationId: 'getCredits',
        params: WorkspaceParams,
        response: { 200: Credits },
      },
      handler: async (request) => present(workspaceOf(request)),
    }),

    route({
      method: 'PUT',
      url: path,
      permission: 'credit:write',
      audit: 'credits.set',
      schema: {
        tags,
        summary: 'Set the credit balance',
        description: 'null removes the credit limit.',
        operationId: 'setCredits',
        params: WorkspaceParams,
        body: Type.Object({ balance: Type.Union([Amount, Type.Null()]) }),
        response: { 200: Credits },
      },
      handler: async (request, _reply, record) => {
        const { id } = workspaceOf(request);
        const { balance } = request.body;
        const balanceNano = balance === null ? null : Number(parseCredits(balance));
        await write(async (tx) => {
          const before = await workspaces.find(tx, id);
          await balances.set(tx, id, balanceNano);
          await record(tx, {
            targetId: id,
            changes: { balance: [formatNullable(before?.balanceNano ?? null), formatNullable(balanceNano)] },
          });
        });
        return read(id);
      },
    }),

    route({
      method: 'POST',
      url: `${path}/top-ups`,
      permission: 'credit:write',
      audit: 'credits.top_up',
      schema: {
        tags,
        summary: 'Add credits',
        description: 'Adds an amount to the balance. The workspace must have a credit limit.',
        operationId: 'topUpCredits',
        params: WorkspaceParams,
        body: Type.Object({ amount: Amount }),
        response: { 201: Credits },
      },
      handler: async (request, reply, record) => {
        const { id } = workspaceOf(request);
        const nano = Number(parseCredits(request.body.amount));
        await write(async (tx) => {
          const balanceNano = await balances.topUp(tx, id, nano);
          await record(tx, {
            targetId: id,
            changes: { balance: [formatCredits(balanceNano - nano), formatCredits(balanceNano)] },
          });
        });
        reply.status(201);
        return await read(id);
      },
    }),
  ];
};
