import { AccessTokenError } from '../access-tokens.ts';
import type { PlatformUpdate, PullContext, PullOutcome } from '../connector.ts';
import type { ApiAnswer } from '../platform-api.ts';
import { isStored, type WeChatMessage } from './read-wechat.ts';
import { postJson, secretsOf } from './wechat-api.ts';
import {
  codeOf,
  explainWeChat,
  isRateLimitedAnswer,
  isRefusedAnswer,
  messageTokenEnded,
  rateLimitMs,
} from './wechat-errors.ts';

/** Where the next call begins. */
interface Position {
  cursor: string;
  /** Of the next message. Messages arrive in order, and several have the same second. */
  sequence: number;
  /** Until the history before the connection was read: older messages are not answered. */
  skipBeforeMs?: number;
}

const messagesOfCall = 200;
const answerBytes = 8 * 2 ** 20;
const callTimeoutMs = 20_000;
/** Without a request, the first call is that of a new connection. A user may have written meanwhile. */
const newConnectionMs = 60_000;
/** The first call was not possible before, but a request told of a message. */
const requestedMs = 24 * 60 * 60 * 1000;

const positionOf = ({ cursor, hint, nowMs }: PullContext): Position =>
  cursor === null
    ? {
        cursor: '',
        sequence: nowMs,
        skipBeforeMs: nowMs - (hint === null ? newConnectionMs : requestedMs),
      }
    : (JSON.parse(cursor) as Position);

const toUpdate = (message: WeChatMessage, position: number): PlatformUpdate => ({
  key: message.msgid,
  chatKey: message.external_userid ?? message.event?.external_userid ?? '',
  position,
  payload: message,
});

const failed = (answer: ApiAnswer, secrets: readonly string[]): PullOutcome => ({
  kind: 'failed',
  error: explainWeChat(answer, secrets),
  ...(isRateLimitedAnswer(answer) ? { retryAfterMs: rateLimitMs } : {}),
  ...(isRefusedAnswer(answer) ? { isRefused: true } : {}),
});

/** Messages of all users of the account, in order, for three days. */
export const pullWeChat = async (context: PullContext, signal: AbortSignal): Promise<PullOutcome> => {
  const { connection, hint } = context;
  const { openKfId } = connection.settings;
  const position = positionOf(context);
  const ask = (token: string | null): Promise<ApiAnswer> =>
    postJson(
      context,
      '/kf/sync_msg',
      {
        ...(position.cursor === '' ? {} : { cursor: position.cursor }),
        ...(token === null ? {} : { token }),
        limit: messagesOfCall,
        voice_format: 0,
        open_kfid: openKfId,
      },
      { signal, answerBytes, timeoutMs: callTimeoutMs },
    );
  try {
    let answer = await ask(hint);
    // A token is valid for ten minutes. Without one, fewer calls are allowed.
    if (hint !== null && codeOf(answer) === messageTokenEnded) answer = await ask(null);
    const { next_cursor, has_more, msg_list } = (answer.json ?? {}) as Record<string, unknown>;
    if (codeOf(answer) !== 0 || !Array.isArray(msg_list)) return failed(answer, secretsOf(connection));
    const isMore = has_more === 1 || has_more === true;
    const { skipBeforeMs = 0 } = position;
    const messages = msg_list
      .filter((message): message is WeChatMessage => isStored(message, openKfId ?? ''))
      .filter(({ send_time }) => send_time * 1000 >= skipBeforeMs);
    const next: Position = {
      cursor: typeof next_cursor === 'string' && next_cursor !== '' ? next_cursor : position.cursor,
      sequence: position.sequence + messages.length,
      ...(isMore && skipBeforeMs > 0 ? { skipBeforeMs } : {}),
    };
    return {
      kind: 'pulled',
      updates: messages.map((message, index) => toUpdate(message, position.sequence + index)),
      cursor: JSON.stringify(next),
      isMore,
    };
  } catch (error) {
    if (error instanceof AccessTokenError)
      return { kind: 'failed', error: error.message, isRefused: error.isRefused };
    throw error;
  }
};
