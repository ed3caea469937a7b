import type { Message } from '../../../api/generated.ts';
import type { Answer } from './answer-item.tsx';

export type ShownMessage = { kind: 'message'; message: Message } | { kind: 'answer'; answer: Answer };

/** A question whose answer never came, or not yet: it has a trace and a state all the same. */
const standsAlone = (message: Message, answered: ReadonlySet<string | null>): boolean =>
  message.role === 'user' &&
  message.round !== null &&
  !message.round.withPerson &&
  message.round.status !== 'done' &&
  !answered.has(message.roundId);

const answerOf = (message: Message, text: string, number: number): Answer => ({
  roundId: message.roundId!,
  number,
  text,
  createdAt: message.createdAt,
  round: message.round!,
  citations: message.citations,
  recordings: message.recordings,
});

/** Messages in their order, with an answer in the place of those that failed, were stopped or are under way. */
export const shownMessages = (messages: readonly Message[]): ShownMessage[] => {
  const answered = new Set(messages.filter(({ role }) => role === 'assistant').map(({ roundId }) => roundId));
  let number = 0;
  return messages.flatMap((message): ShownMessage[] => {
    if (message.role === 'assistant' && message.round !== null)
      return [{ kind: 'answer', answer: answerOf(message, message.text, ++number) }];
    const shown: ShownMessage = { kind: 'message', message };
    return standsAlone(message, answered)
      ? [shown, { kind: 'answer', answer: answerOf(message, '', ++number) }]
      : [shown];
  });
};
