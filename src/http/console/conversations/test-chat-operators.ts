import { type Static, Type } from 'typebox';
import type { Operators } from '../../../accounts/index.ts';
import type { Database } from '../../../db/index.ts';
import { testChatChannel } from '../../../lib/test-chat-channel.ts';
import { NullableText } from '../wire/wire-schemas.ts';

const prefix = 'op:';

/** User ID of an operator's test chats. It differs from the user IDs that developers choose for real users. */
export const testChatUserId = (operatorId: string): string => `${prefix}${operatorId}`;

export const TestChatOperator = Type.Union(
  [
    Type.Object({
      name: NullableText({ description: 'null if the operator is no longer in the workspace' }),
    }),
    Type.Null(),
  ],
  { description: 'Operator whose test chat this is; null for users' },
);

export type FindTestChatOperator = (userId: string, channel?: string) => Static<typeof TestChatOperator>;

/** Reads the names of the operators among these users, and returns a function that finds each. */
export const createTestChatOperators =
  ({ db, operators }: { db: Database; operators: Operators }) =>
  async (workspaceId: string, users: readonly { userId: string }[]): Promise<FindTestChatOperator> => {
    const ids = users
      .filter(({ userId }) => userId.startsWith(prefix))
      .map(({ userId }) => userId.slice(prefix.length));
    const names = await operators.names(db.query, workspaceId, [...new Set(ids)]);
    return (userId, channel = testChatChannel) =>
      userId.startsWith(prefix) && channel === testChatChannel
        ? { name: names.get(userId.slice(prefix.length)) ?? null }
        : null;
  };
