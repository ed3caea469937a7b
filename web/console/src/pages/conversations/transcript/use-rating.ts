import { type Address, at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { Quality } from '../../../api/derived-types.ts';
import type { Routes } from '../../../api/generated.ts';
import { queryClient } from '../../../api/query-client.ts';
import { forget, useChange } from '../../../api/use-change.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';

type MessagesRoute = '/workspaces/{workspaceId}/agents/{agentId}/conversations/{conversationId}/messages';
type Messages = Routes[MessagesRoute]['get']['answer'];

const withQuality = (messages: Messages, roundId: string, quality: Quality): Messages => ({
  ...messages,
  items: messages.items.map((message) =>
    message.roundId === roundId && message.round
      ? { ...message, round: { ...message.round, quality } }
      : message,
  ),
});

/** Rates a reply. The rating is shown at once and reverted if the service refuses it. */
export const useRating = (messagesPath: Address<MessagesRoute>) => {
  const agent = useAgentScope();
  const rate = useChange(
    ({ roundId, quality }: { roundId: string; quality: Quality }) =>
      api.put(at(agent.api, '/rounds/{roundId}/quality', { roundId }), { quality }),
    { changes: [messagesPath], onFailed: () => void forget(messagesPath) },
  );
  return (roundId: string, quality: Quality): void => {
    queryClient.setQueriesData<Messages>(
      { predicate: ({ queryKey: [key] }) => key === messagesPath },
      (messages) => messages && withQuality(messages, roundId, quality),
    );
    rate.mutate({ roundId, quality });
  };
};
