import type { Agent } from '../../agents/index.ts';
import { addConversationCost, findChannel } from '../../conversations/index.ts';
import type { Database } from '../../db/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import { isTestChannel } from '../../lib/test-chat-channel.ts';
import { estimateUsage, type Grounding, type ModelMessage, type TokenUsage } from '../../models/index.ts';
import {
  type CreditReservation,
  type CreditReservations,
  chargesOf,
  insertLedgerEntry,
  totalNano,
  type Usage,
} from '../../usage/index.ts';
import { createDeltaCleaner } from '../events/clean-deltas.ts';
import type { ModelChoice } from '../ports.ts';
import { createUsageMeter } from './usage-meter.ts';

interface SideCallDependencies {
  db: Database;
  clock: Clock;
  models: ModelChoice;
  reservations: CreditReservations;
}

export interface SideCall {
  agent: Agent;
  /** The conversation that is charged. */
  conversationId: string;
  messages: ModelMessage[];
  grounding?: Grounding;
  maxOutputTokens: number;
  signal: AbortSignal;
  /** Reranking before the call, which is charged with it. */
  reranked?: { version: string; tokens: number } | undefined;
}

export interface SideCallResult {
  modelName: string;
  tokens: TokenUsage;
  costNano: number;
  /** The text is not complete, because it reached the limit of its length. */
  isCut: boolean;
}

/** For models that ignore the limit of tokens. */
const charactersPerToken = 8;

/**
 * A model call that is not part of a round, such as a summary. It gets no tools. Credits are reserved before the call
 * (error 20022 if there are not enough), and what was used is charged also if the call fails or is aborted.
 */
export const createSideCall = ({ db, clock, models, reservations }: SideCallDependencies) => {
  const charge = (
    { agent, conversationId }: SideCall,
    { usage, modelName }: { usage: Usage; modelName: string },
    reserved: readonly CreditReservation[],
  ): Promise<void> =>
    db.transaction(async (tx) => {
      const nowMs = clock.nowMs();
      const channel = await findChannel(tx, conversationId);
      for (const { kind, modelName: model, tokens, nano } of chargesOf(
        usage,
        agent.settings.prices,
        modelName,
      ))
        await insertLedgerEntry(tx, {
          id: newId(nowMs),
          workspace_id: agent.workspaceId,
          agent_id: agent.id,
          // It may have been deleted meanwhile.
          conversation_id: channel === undefined ? null : conversationId,
          round_id: null,
          user_id: null,
          kind,
          model,
          tokens: JSON.stringify(tokens),
          credits_nano: nano,
          created_at: nowMs,
          is_test: channel !== undefined && isTestChannel(channel) ? 1 : 0,
        });
      let leftNano = totalNano(usage);
      for (const reservation of reserved) {
        const costNano = Math.min(leftNano, reservation.nano);
        leftNano -= costNano;
        await reservations.settle(tx, reservation, costNano);
      }
      await addConversationCost(tx, conversationId, totalNano(usage));
    });

  return async (call: SideCall, onText: (text: string) => void): Promise<SideCallResult> => {
    const { agent, messages, maxOutputTokens, grounding, reranked } = call;
    const model = await models.forAgent(agent);
    const reserved: CreditReservation[] = [];
    const meter = createUsageMeter({
      agent: { ...agent, settings: { ...agent.settings, maxOutputTokens } },
      reservedNano: 0,
      countTokens: models.countTokens,
      reserveMore: async (nano) => {
        const more = await reservations.reserve(agent.workspaceId, nano);
        if (more) reserved.push(more);
        return more !== undefined;
      },
    });
    if (reranked) meter.addService('rerank', reranked.tokens, reranked.version);
    const full = new AbortController();
    const signal = AbortSignal.any([call.signal, full.signal]);
    const request = { messages, tools: [], maxOutputTokens, signal, ...(grounding ? { grounding } : {}) };
    const cleaner = createDeltaCleaner();
    const produced = { text: '', reasoning: '', toolCalls: [] };
    let left = maxOutputTokens * charactersPerToken;
    const write = (delta: string): void => {
      const text = delta.slice(0, left);
      if (text !== '') onText(text);
      left -= text.length;
      produced.text += text;
      if (text.length < delta.length) full.abort();
    };
    let used: TokenUsage | undefined;
    let isCut = false;
    let modelName = model.name;
    let price = model.price;
    try {
      await meter.beforeCall(messages, [], model);
      await model.answer(request, (event) => {
        if (event.type === 'text-delta') write(cleaner.push(event.text));
        else if (event.type === 'reasoning-delta') produced.reasoning += event.text;
        else if (event.type === 'finish') {
          used = event.usage;
          isCut = event.reason === 'length';
          modelName = event.answeredBy ?? model.name;
          if (event.answeredBy !== undefined) price = model.fallbackPrice;
        }
      });
      write(cleaner.end());
    } catch (error) {
      if (!full.signal.aborted) throw error;
    } finally {
      // A call that was aborted is charged by its output, like a stopped round.
      if (!used && produced.text + produced.reasoning !== '')
        used = await estimateUsage(request, produced, models.countTokens);
      if (used) meter.add(used, modelName, { price });
      if (used || reranked || reserved.length > 0)
        await charge(call, { usage: await meter.total(), modelName }, reserved);
    }
    const usage = await meter.total();
    return {
      modelName,
      tokens: usage.tokens,
      costNano: totalNano(usage),
      isCut: isCut || full.signal.aborted,
    };
  };
};

export type SideModelCall = ReturnType<typeof createSideCall>;
