import type { Agent } from '../../agents/index.ts';
import type { Handle } from '../../db/index.ts';
import type { Takeover } from '../../handoff/index.ts';
import { endRound, insertingEvents, type Round, type StoredPart, textOf } from '../../rounds/index.ts';
import { noTokens, priceUsage, type Usage } from '../../usage/index.ts';
import type { Handoff } from '../ports.ts';

/** File names are also in the text, for human services that do not read `files`. */
const chatText = (parts: readonly StoredPart[]): string =>
  [textOf(parts), ...parts.flatMap((part) => (part.type === 'text' ? [] : [`[${part.type}: ${part.name}]`]))]
    .filter((line) => line !== '')
    .join('\n');

interface HandOver {
  handoff: Pick<Handoff, 'passOn' | 'textToUser'>;
  takeover: Takeover;
  agent: Agent;
  round: Round;
  owner: string;
}

/** A message that asks for a person ends without a reply, and no session starts. */
export const reportHandoff = (report: () => void): Pick<Handoff, 'passOn' | 'textToUser'> => ({
  passOn: async () => {
    report();
    return undefined;
  },
  textToUser: async () => '',
});

/**
 * A message for a person: its round ends at once, without output of the agent. If the user must
 * enter an e-mail address first, the reply asks for it.
 */
export const handOver = async (
  tx: Handle,
  { handoff, takeover, agent, round, owner }: HandOver,
): Promise<void> => {
  const { conversationId, mode, channel } = round;
  const message = chatText(round.question);
  const humanSessionId = await handoff.passOn(tx, takeover, {
    agent,
    conversationId,
    mode,
    channel,
    text: message,
    files: round.question.filter((part) => part.type !== 'text'),
  });
  const text =
    humanSessionId === undefined
      ? await handoff.textToUser(tx, 'emailText', { agent, conversationId, message })
      : '';
  const outputs = text === '' ? [] : [{ text, branch: '', componentName: agent.name, audio: [] }];
  const usage: Usage = priceUsage(noTokens(), agent.settings.prices);
  const events = insertingEvents(round.id, 0, [
    { type: 'message-start', messageId: round.id, answerId: round.answerId },
    ...(text === '' ? [] : [{ type: 'text-delta' as const, text }]),
    { type: 'component-outputs', outputs },
    { type: 'usage', usage },
    { type: 'message-end' },
  ]);
  const end = {
    id: round.id,
    owner,
    attempt: round.attempt,
    status: 'done' as const,
    answerText: text,
    outputs,
    usage,
    errorCode: null,
    errorMessage: null,
    costNano: 0,
    humanSessionId: humanSessionId ?? null,
    endedAtMs: round.createdAtMs,
  };
  await endRound(tx, end, { records: [events], isLast: false });
};
