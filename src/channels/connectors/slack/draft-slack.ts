import type { ConnectorDrafts, SendContext } from '../connector.ts';
import { draftOutcomeOf } from '../draft-outcome.ts';
import { withFailures } from '../failed-call.ts';
import type { ApiAnswer } from '../platform-api.ts';
import type { SlackCall } from './render-slack.ts';
import { answerOf, callSlack, outcomeOf } from './slack-api.ts';

type Context = Pick<SendContext, 'connection' | 'api' | 'address'>;

/** The message was deleted, or cannot be changed any more. */
const gone = new Set(['message_not_found', 'cant_update_message', 'edit_window_closed', 'channel_not_found']);

const update = (
  { parameters: { channel, text } }: SlackCall,
  ts: string,
  { connection: { secrets }, api }: Context,
  signal: AbortSignal,
): Promise<ApiAnswer> => callSlack(api, secrets, 'chat.update', { channel, ts, text }, { signal });

const remove = async (ts: string, context: Context, signal: AbortSignal): Promise<void> => {
  const { connection, api, address } = context;
  await callSlack(api, connection.secrets, 'chat.delete', { channel: address.channel, ts }, { signal });
};

/** Undefined if the call has to be sent as a new message. */
export const replaceSlackDraft = async (
  call: SlackCall,
  draft: string,
  context: Context,
  signal: AbortSignal,
): Promise<ApiAnswer | undefined> => {
  if ('file' in call) {
    await remove(draft, context, signal);
    return undefined;
  }
  const response = await update(call, draft, context, signal);
  return gone.has(answerOf(response).error ?? '') ? undefined : response;
};

/** `chat.update` may be called about 50 times a minute in a workspace, and Slack marks the message as edited. */
export const slackDrafts: ConnectorDrafts = {
  everyMs: 2000,
  perMinute: 40,
  isOnByDefault: false,
  isPossibleInGroups: true,
  write: async (given, ts, context, signal) => {
    const call = given as SlackCall;
    const { connection, api } = context;
    const { secrets } = connection;
    const method = ts === undefined ? 'chat.postMessage' : 'chat.update';
    const url = `${api.addressOf('api')}/${method}`;
    let shown = ts;
    const outcome = await withFailures(url, signal, async () => {
      const response =
        ts === undefined
          ? await callSlack(api, secrets, method, call.parameters, { signal })
          : await update(call, ts, context, signal);
      shown ??= answerOf(response).ts as string | undefined;
      return outcomeOf(response, { url, secrets });
    });
    return draftOutcomeOf(outcome, shown);
  },
  remove,
};
