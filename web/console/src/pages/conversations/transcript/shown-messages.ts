import type { Message } from '../../../api/generated.ts';
import type { Reply } from './reply-item.tsx';

export type ShownMessage = { kind: 'message'; message: Message } | { kind: 'reply'; reply: Reply };

/** True for a message without a reply whose round failed, was stopped or runs: it has a state and a trace to show. */
const lacksReply = (message: Message, replied: ReadonlySet<string | null>): boolean =>
  message.role === 'user' &&
  message.round !== null &&
  !message.round.withPerson &&
  message.round.status !== 'done' &&
  !replied.has(message.roundId);

const replyOf = (
  message: Message,
  text: string,
  { number, question }: Pick<Reply, 'number' | 'question'>,
): Reply => ({
  roundId: message.roundId!,
  question,
  number,
  text,
  createdAt: message.createdAt,
  round: message.round!,
  citations: message.citations,
  recordings: message.recordings,
});

/** Messages in order, with an empty reply after messages whose round failed, was stopped or runs. */
export const shownMessages = (messages: readonly Message[]): ShownMessage[] => {
  const replied = new Set(messages.filter(({ role }) => role === 'assistant').map(({ roundId }) => roundId));
  const questions = new Map(
    messages.filter(({ role }) => role === 'user').map(({ roundId, text }) => [roundId, text]),
  );
  let number = 0;
  return messages.flatMap((message): ShownMessage[] => {
    if (message.role === 'assistant' && message.round !== null)
      return [
        {
          kind: 'reply',
          reply: replyOf(message, message.text, {
            number: ++number,
            question: questions.get(message.roundId),
          }),
        },
      ];
    const shown: ShownMessage = { kind: 'message', message };
    return lacksReply(message, replied)
      ? [shown, { kind: 'reply', reply: replyOf(message, '', { number: ++number, question: message.text }) }]
      : [shown];
  });
};
