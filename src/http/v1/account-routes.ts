import { Type } from 'typebox';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import type { Bills } from '../../usage/index.ts';
import { callerOf } from '../request/authenticate.ts';
import { type Route, route } from '../route.ts';

const dayMs = 86_400_000;

const readDay = (text: string | undefined, field: string, fallbackMs: number): number => {
  if (text === undefined) return fallbackMs;
  const timeMs = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // Date.parse accepts the 31st of every month. A real day survives the round trip.
  if (Number.isNaN(timeMs) || new Date(timeMs).toISOString().slice(0, 10) !== text)
    throw new AppError('invalidParameter', `${field} must be a day as YYYY-MM-DD`);
  return timeMs;
};

const day = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);

const monthStartOf = (timeMs: number): number => {
  const date = new Date(timeMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
};

/** Days that a bill by day covers at most. */
const maxBillDays = 90;

const amount = Type.Number({ description: 'Credits' });

const amounts = {
  total: amount,
  chat: amount,
  knowledge_doc_indexing: amount,
  rerank: amount,
  database_processing: amount,
  tool_call: amount,
  asr: amount,
  tts: amount,
};

const BillTotal = Type.Object(
  { start_date: Type.String(), end_date: Type.String(), ...amounts },
  { title: 'BillTotal' },
);

const BillDay = Type.Object({ date: Type.String(), ...amounts }, { title: 'BillDay' });

const ApiKeyOwner = Type.Object({ type: Type.String(), id: Type.String() }, { title: 'ApiKeyOwner' });

const AgentDetail = Type.Object(
  {
    bot_id: Type.String(),
    name: Type.String(),
    bot_type: Type.String(),
    question_limit: Type.Integer({ description: 'Tokens' }),
    short_term_memory: Type.Boolean(),
    long_term_memory: Type.Boolean(),
  },
  { title: 'AgentDetail' },
);

const days = {
  start_date: Type.Optional(Type.String({ description: 'YYYY-MM-DD' })),
  end_date: Type.Optional(Type.String({ description: 'YYYY-MM-DD' })),
};

interface AccountDependencies {
  bills: Bills;
  clock: Clock;
}

/** Information about an API key, and its costs. */
export const createAccountRoutes = ({ bills, clock }: AccountDependencies): Route[] => {
  /** First and last day. */
  const readDays = ({ start_date, end_date }: { start_date?: string; end_date?: string }) => {
    const todayMs = Date.parse(day(clock.nowMs()));
    const endMs = readDay(end_date, 'end_date', todayMs);
    const startMs = readDay(start_date, 'start_date', monthStartOf(endMs));
    const lastDayMs = end_date === undefined ? Math.max(startMs, todayMs) : endMs;
    if (startMs > lastDayMs) throw new AppError('invalidParameter', 'start_date must not be after end_date');
    return { startMs, lastDayMs };
  };

  return [
    route({
      method: 'GET',
      url: '/v1/api-key/verify',
      key: 'agent',
      schema: {
        operationId: 'verifyApiKey',
        tags: ['Account'],
        summary: 'Verify an API key',
        description: 'Returns the agent of the API key.',
        response: { 200: ApiKeyOwner },
      },
      handler: async (request) => ({ type: 'agent', id: callerOf(request).agent.id }),
    }),

    route({
      method: 'GET',
      url: '/v1/bot/detail',
      key: 'agent',
      schema: {
        operationId: 'getAgent',
        tags: ['Account'],
        summary: 'Get the agent',
        description: 'Returns name, type and limits of the agent of the API key.',
        response: { 200: AgentDetail },
      },
      handler: async (request) => {
        const { id, name, kind, settings } = callerOf(request).agent;
        return {
          bot_id: id,
          name,
          bot_type: kind === 'flow' ? 'FLOW' : 'SIMPLE',
          question_limit: settings.questionTokenLimit,
          short_term_memory: settings.memory.shortTerm,
          long_term_memory: settings.memory.longTerm,
        };
      },
    }),

    route({
      method: 'GET',
      url: '/v1/account/bill/total',
      key: 'agent',
      schema: {
        operationId: 'getBillTotal',
        tags: ['Account'],
        summary: 'Get total credits spent',
        description:
          'For whole days in UTC, including the first and the last. Default: the current month until today, or the month of `end_date` until that day.',
        querystring: Type.Object(days),
        response: { 200: BillTotal },
      },
      handler: async (request) => {
        const { startMs, lastDayMs } = readDays(request.query);
        const bill = await bills.total(callerOf(request).agent.id, { startMs, endMs: lastDayMs + dayMs });
        return { start_date: day(startMs), end_date: day(lastDayMs), ...bill };
      },
    }),

    route({
      method: 'GET',
      url: '/v1/account/bill/page',
      key: 'agent',
      schema: {
        operationId: 'listBillDays',
        tags: ['Account'],
        summary: 'List credits spent by day',
        description: `Days in UTC on which the agent spent credits, newest first. The range is that of the total, and at most ${maxBillDays} days.`,
        querystring: Type.Object({
          ...days,
          page: Type.Optional(Type.Integer({ minimum: 1, maximum: maxBillDays })),
          page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default: 10' })),
        }),
        response: { 200: Type.Array(BillDay) },
      },
      handler: async (request) => {
        const { page = 1, page_size = 10 } = request.query;
        const { startMs, lastDayMs } = readDays(request.query);
        if (lastDayMs - startMs >= maxBillDays * dayMs)
          throw new AppError('invalidParameter', `The range must have at most ${maxBillDays} days`);
        const spent = await bills.byDay(callerOf(request).agent, { startMs, endMs: lastDayMs + dayMs });
        return spent
          .slice((page - 1) * page_size, page * page_size)
          .map((entry) => ({ date: day(entry.day * dayMs), ...entry.bill }));
      },
    }),
  ];
};
