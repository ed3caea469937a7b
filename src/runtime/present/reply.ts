import { toSeconds } from '../../lib/clock.ts';
import {
  decodeOutputs,
  decodeUsage,
  type FoundCitations,
  type ReplyOutput,
  type Round,
  type RoundRow,
} from '../../rounds/index.ts';
import type { Usage } from '../../usage/index.ts';
import type { UsedPassage } from '../citations/used-passages.ts';
import { presentUsage } from './usage.ts';

/** A complete reply for blocking calls, webhooks and listings. */
export interface Reply {
  conversationId: string;
  messageId: string;
  answerId: string;
  endedAtMs: number;
  outputs: ReplyOutput[];
  usage: Usage;
  citations: readonly ReplyCitation[];
}

/** A document that the reply used, and the parts of the reply that used it. */
export type ReplyCitation = Pick<
  FoundCitations extends Map<string, (infer Found)[]> ? Found : never,
  'documentId' | 'documentName' | 'sourceUrl' | 'spans'
>;

/** Of a round that ended in this process. */
export const replyOfSettlement = (settlement: {
  round: Pick<Round, 'id' | 'answerId' | 'conversationId'>;
  outcome: { outputs: ReplyOutput[] };
  usage: Usage;
  citations: readonly UsedPassage[];
  endedAtMs: number;
}): Reply => ({
  conversationId: settlement.round.conversationId,
  messageId: settlement.round.id,
  answerId: settlement.round.answerId,
  endedAtMs: settlement.endedAtMs,
  outputs: settlement.outcome.outputs,
  usage: settlement.usage,
  citations: settlement.citations.map(({ dataId, documentName, sourceUrl, spans }) => ({
    documentId: dataId,
    documentName,
    sourceUrl,
    spans,
  })),
});

/** Of a stored round that ended without a failure. */
export const replyOfRow = (row: RoundRow, citations: readonly ReplyCitation[]): Reply => ({
  conversationId: row.conversation_id,
  messageId: row.id,
  answerId: row.answer_id,
  endedAtMs: row.ended_at ?? row.created_at,
  outputs: decodeOutputs(row.outputs),
  usage: decodeUsage(row.usage)!,
  citations,
});

/** In version 1 the text is the whole reply: all outputs, a blank line between them. */
export const joinOutputs = (outputs: readonly ReplyOutput[]): string =>
  outputs.map((output) => output.text).join('\n\n');

/** An output that is sent only as sound has its transcript as text. */
const writtenText = ({ text, isAudioOnly }: ReplyOutput): string => (isAudioOnly ? '' : text);

/** A missing branch is null in version 1 and in the stream, an empty string in version 2. */
export const presentFlowOutput = (outputs: readonly ReplyOutput[]) =>
  outputs.map((output) => ({
    content: writtenText(output),
    branch: output.branch === '' ? null : output.branch,
    from_component_name: output.componentName,
    ...(output.audio.length === 0
      ? {}
      : { audioDatas: output.audio.map(({ transcript, url, seconds }) => ({ transcript, url, seconds })) }),
  }));

export const presentReplyV1 = (reply: Omit<Reply, 'citations'>) => ({
  message_id: reply.messageId,
  answer_id: reply.answerId,
  message_type: 'ANSWER',
  text: joinOutputs(reply.outputs),
  flow_output: presentFlowOutput(reply.outputs),
  create_time: toSeconds(reply.endedAtMs),
  conversation_id: reply.conversationId,
});

export const presentReplyV2 = (reply: Omit<Reply, 'citations'>) => ({
  create_time: toSeconds(reply.endedAtMs),
  conversation_id: reply.conversationId,
  message_id: reply.messageId,
  answer_id: reply.answerId,
  output: reply.outputs.map((output) => ({
    from_component_branch: output.branch,
    from_component_name: output.componentName,
    content: {
      text: writtenText(output),
      audio: output.audio.map(({ url, transcript }) => ({ audio: url, transcript })),
    },
  })),
  usage: presentUsage(reply.usage),
});

export const presentReply = (version: 1 | 2, reply: Omit<Reply, 'citations'>): object =>
  version === 1 ? presentReplyV1(reply) : presentReplyV2(reply);
