import { api } from '../../../api/api.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { Message, Quality } from '../../../api/types/conversation.ts';
import type { Paged } from '../../../api/types/paged.ts';
import { forget, useChange } from '../../../api/use-change.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';

const withQuality = (messages: Paged<Message>, roundId: string, quality: Quality): Paged<Message> => ({
  ...messages,
  items: messages.items.map((message) =>
    message.roundId === roundId && message.round
      ? { ...message, round: { ...message.round, quality } }
      : message,
  ),
});

/** Rates an answer. It shows at once, for whoever goes through many by key; a refusal takes it back. */
export const useRating = (messagesPath: string) => {
  const agent = useAgentScope();
  const rate = useChange(
    ({ roundId, quality }: { roundId: string; quality: Quality }) =>
      api.put(`${agent.api}/rounds/${roundId}/quality`, { quality }),
    { changes: [messagesPath], onFailed: () => void forget(messagesPath) },
  );
  return (roundId: string, quality: Quality): void => {
    queryClient.setQueriesData<Paged<Message>>(
      { predicate: ({ queryKey: [key] }) => key === messagesPath },
      (messages) => messages && withQuality(messages, roundId, quality),
    );
    rate.mutate({ roundId, quality });
  };
};
