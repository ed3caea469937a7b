import type { Database } from '../../db/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import type { Users } from '../../users/index.ts';
import {
  type ChannelUserRow,
  type ChatRow,
  type FoundChat,
  findChannelUser,
  findChatByKey,
  insertChannelUser,
  insertChat,
  updateChannelUser,
  updateChat,
} from './chat-store.ts';
import type { ChannelConnection } from './connection.ts';
import type { Connections } from './connections.ts';
import type { Connector, InboundMessage } from './connector.ts';
import type { PlatformApi } from './platform-api.ts';

interface OpenChatDependencies {
  db: Database;
  clock: Clock;
  users: Pick<Users, 'newAnonymousId' | 'resolveGuest' | 'setProperties'>;
  connectors: { connections: Pick<Connections, 'accessOf'>; apiOf: (connector: Connector) => PlatformApi };
}

const longestAttribute = 200;

/** PostgreSQL cannot store NUL in a text. */
const cleanAttribute = (text: string | undefined): string =>
  (text ?? '').replaceAll('\u0000', '').slice(0, longestAttribute).trim().toWellFormed();

/** Finds or creates the chat of a message and its user, and keeps what the platform tells about the user. */
export const createOpenChat = ({ db, clock, users, connectors }: OpenChatDependencies) => {
  const knowUser = async (
    { id: connection_id, agentId }: ChannelConnection,
    { userPrefix }: Connector,
    user_key: string,
  ): Promise<ChannelUserRow> => {
    const known = await findChannelUser(db.query, { connection_id, user_key });
    if (known) return known;
    await insertChannelUser(db.query, {
      connection_id,
      user_key,
      agent_id: agentId,
      user_id: users.newAnonymousId(userPrefix),
      name: '',
      language: '',
      phone: '',
      email: '',
      opted_out_at: null,
      created_at: clock.nowMs(),
    });
    return (await findChannelUser(db.query, { connection_id, user_key }))!;
  };

  /** Attributes that the platform does not report any more are kept. */
  const keepAttributes = async (
    user: ChannelUserRow,
    given: InboundMessage['user'],
  ): Promise<ChannelUserRow> => {
    const reported = {
      name: cleanAttribute(given.name) || user.name,
      language: cleanAttribute(given.language) || user.language,
      phone: cleanAttribute(given.phone) || user.phone,
      email: cleanAttribute(given.email) || user.email,
    };
    const changed = (['name', 'language', 'phone', 'email'] as const).filter(
      (name) => reported[name] !== user[name],
    );
    if (changed.length === 0) return user;
    const userId = await db.transaction((tx) => users.resolveGuest(tx, user.agent_id, user.user_id));
    await users.setProperties(
      user.agent_id,
      userId,
      changed.map((name) => ({ name, value: reported[name] })),
    );
    await updateChannelUser(db.query, user, reported);
    return { ...user, ...reported };
  };

  const knowChat = async (
    connection_id: string,
    chat_key: string,
    { user: { key: user_key }, address: given }: InboundMessage,
  ): Promise<ChatRow> => {
    const address = JSON.stringify(given);
    const known = await findChatByKey(db.query, { connection_id, chat_key, user_key });
    if (known) {
      if (known.address !== address) await updateChat(db.query, known.id, { address });
      return { ...known, address };
    }
    const nowMs = clock.nowMs();
    const chat = {
      id: newId(nowMs),
      connection_id,
      chat_key,
      user_key,
      address,
      conversation_id: null,
      created_at: nowMs,
    };
    await insertChat(db.query, chat);
    return chat;
  };

  /** A user without a name is new, or the platform could not be asked before. */
  const describe = async (
    connection: ChannelConnection,
    connector: Connector,
    user: ChannelUserRow,
    given: InboundMessage['user'],
  ): Promise<InboundMessage['user']> => {
    if (!connector.describeUser || user.name !== '') return given;
    const access = {
      connection: connectors.connections.accessOf(connection),
      api: connectors.apiOf(connector),
    };
    const known = await connector.describeUser(given.key, access).catch(() => ({}));
    return { ...known, ...given };
  };

  return {
    /** Whether the user has written in this chat before. */
    isKnown: async (
      { id: connection_id }: ChannelConnection,
      { chatKey: chat_key, message }: { chatKey: string; message: InboundMessage },
    ): Promise<boolean> =>
      (await findChatByKey(db.query, { connection_id, chat_key, user_key: message.user.key })) !== undefined,

    open: async (
      connection: ChannelConnection,
      connector: Connector,
      { chatKey, message }: { chatKey: string; message: InboundMessage },
    ): Promise<FoundChat> => {
      const user = await knowUser(connection, connector, message.user.key);
      const described = await describe(connection, connector, user, message.user);
      return {
        user: await keepAttributes(user, described),
        chat: await knowChat(connection.id, chatKey, message),
      };
    },
  };
};
