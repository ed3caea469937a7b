import { setTimeout as delay } from 'node:timers/promises';
import type { PlatformLimits } from './connector.ts';

/** Entries beyond this are forgotten. Then a chat may get two messages within its interval. */
const mostChats = 10_000;

/**
 * Spreads the calls of a connection over time, so that they stay below the limits of the platform. It knows only the calls of
 * this process: with several of them, the platform's own answer (429) slows them down.
 */
export const createPacer = (now: () => number = () => performance.now()) => {
  /** When the next call may start. */
  const ofConnection = new Map<string, number>();
  const ofChat = new Map<string, number>();
  const ofDrafts = new Map<string, number>();

  return {
    /** Waits for the turn of this call. Callers are limited in number, so the wait is short. */
    wait: async (
      { connectionId, chatId }: { connectionId: string; chatId: string },
      { perSecond, perChatMs }: PlatformLimits,
      signal: AbortSignal,
    ): Promise<void> => {
      const nowMs = now();
      const atMs = Math.max(nowMs, ofConnection.get(connectionId) ?? 0, ofChat.get(chatId) ?? 0);
      if (ofChat.size >= mostChats) ofChat.clear();
      // A call that waits for its chat does not delay the others.
      const turnMs = Math.max(nowMs, ofConnection.get(connectionId) ?? 0);
      ofConnection.set(connectionId, turnMs + 1000 / perSecond);
      ofChat.set(chatId, atMs + perChatMs);
      if (atMs > nowMs) await delay(atMs - nowMs, undefined, { signal });
    },
    /** Takes a turn for a draft. False if it would have to wait: deliveries go first. */
    tryDraft: (
      { connectionId, chatId }: { connectionId: string; chatId: string },
      { perSecond, perChatMs }: PlatformLimits,
      { perMinute }: { perMinute: number },
    ): boolean => {
      const nowMs = now();
      const turns = [ofConnection.get(connectionId), ofChat.get(chatId), ofDrafts.get(connectionId)];
      if (turns.some((turnMs = 0) => turnMs > nowMs)) return false;
      ofConnection.set(connectionId, nowMs + 1000 / perSecond);
      ofChat.set(chatId, nowMs + perChatMs);
      ofDrafts.set(connectionId, nowMs + 60_000 / perMinute);
      return true;
    },
    /** The platform asked to wait after a draft. */
    holdDrafts: (connectionId: string, forMs: number): void => {
      ofDrafts.set(connectionId, now() + forMs);
    },
    /** The platform asked to wait. */
    hold: (connectionId: string, forMs: number): void => {
      const untilMs = now() + forMs;
      if (untilMs > (ofConnection.get(connectionId) ?? 0)) ofConnection.set(connectionId, untilMs);
    },
    /** The same for one chat. */
    holdChat: (chatId: string, forMs: number): void => {
      const untilMs = now() + forMs;
      if (untilMs > (ofChat.get(chatId) ?? 0)) ofChat.set(chatId, untilMs);
    },
  };
};

export type Pacer = ReturnType<typeof createPacer>;
