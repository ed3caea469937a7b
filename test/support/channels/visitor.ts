import type { AddressInfo } from 'node:net';
import type { App } from '../../../src/app.ts';
import type { TestService } from '../service/service.ts';
import { eventually } from '../time/eventually.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
type Body = any;
type Method = Parameters<TestService['call']>[0];

interface Introduced {
  channel?: string;
  browser_secret?: string;
  user_id?: string | null;
  user_hash?: string;
  email?: string;
  merge_guest?: boolean;
  languages?: string[] | null;
  locale?: string;
  agentId?: string;
  /** The page around the frame. Null for a page outside a frame. */
  parentOrigin?: string | null;
}

export const agentIdOf = async ({ app }: { app: App }): Promise<string> =>
  (await app.db.query.selectFrom('agents').select('id').orderBy('created_at').executeTakeFirstOrThrow()).id;

/** Enables all channels of an agent, and its tables for visitors. Both are off for a new agent. */
export const openChannels = async ({ app }: { app: App }, agentId?: string): Promise<void> => {
  const { agents } = app.rooms;
  const agent = (await agents.find(agentId ?? (await agentIdOf({ app }))))!;
  const { channels, tables } = agent.settings;
  const enabled = { share: true, embed: true, widget: true, liveChat: true, search: true };
  const settings = {
    ...agent.settings,
    channels: { ...channels, enabled },
    tables: { ...tables, visitors: true },
  };
  await agents.update(app.db.query, agent, { settings });
};

/** Channels with default settings. */
const openUntouched = async (service: Pick<TestService, 'app'>, agentId: string): Promise<void> => {
  const agent = await service.app.rooms.agents.find(agentId);
  const enabled = Object.values(agent?.settings.channels.enabled ?? {});
  if (agent && !agent.deleted && enabled.every((isOn) => !isOn)) await openChannels(service, agentId);
};

/** The service as the script of a page sees it: a visitor token and calls with it. */
export const openVisit = async (service: Pick<TestService, 'app' | 'call'>, introduced: Introduced = {}) => {
  const { agentId = await agentIdOf(service), channel = 'WIDGET', parentOrigin, ...rest } = introduced;
  await openUntouched(service, agentId);
  const root = `/channels/${agentId}`;
  const origin = parentOrigin === undefined && channel !== 'SHARE' ? 'self' : (parentOrigin ?? null);
  const { frameGrants } = service.app.rooms.channels;
  const frame_grant = origin === null ? null : await frameGrants.issue(agentId, { parentOrigin: origin });
  const introduction = { channel, frame_grant, ...rest };
  const opened = await service.call('POST', `${root}/session`, introduction, { key: null });
  const { token } = opened.body;
  const call = (method: Method, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    service.call(method, root + path, body, { key: token ?? null, headers });
  return {
    agentId,
    channel,
    token,
    root,
    call,
    status: opened.status,
    session: opened.body as Body,
    secret: opened.body.browser_secret as string,
    send: (text: string, more: object = {}, headers: Record<string, string> = {}) =>
      call('POST', '/messages', { text, ...more }, headers),
    /** The visitor's view of one conversation. */
    read: async (conversationId: string): Promise<Body[]> =>
      (await call('GET', `/conversations/${conversationId}/messages`)).body.messages,
    listed: async (): Promise<string[]> =>
      (await call('GET', '/conversations')).body.conversations.map(
        (one: { conversation_id: string }) => one.conversation_id,
      ),
  };
};

export type Visit = Awaited<ReturnType<typeof openVisit>>;

/** The conversation of a message. */
export const conversationOf = ({ headers }: { headers: Record<string, unknown> }): string =>
  String(headers['x-conversation-id']);

/** Makes the service listen, for streams that stay open. */
export const listen = async (app: App): Promise<string> => {
  if (!app.server.server.listening) await app.server.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;
};

export interface LiveStream {
  status: number;
  events: { id: string; data: Body }[];
  /** Waits for this many events, without status events. */
  news(count: number): Promise<Body[]>;
  until(what: string, happened: (events: LiveStream['events']) => boolean): Promise<void>;
  /** Resolves when the service ends it. */
  ended: Promise<void>;
  leave(): void;
}

const readBlock = (block: string) => {
  const lines = block.split('\n');
  const fieldOf = (name: string) =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  return { id: fieldOf('id') ?? '', data: JSON.parse(fieldOf('data') ?? 'null') };
};

/** The live stream of a conversation, as a page keeps it open. */
export const openLive = async (
  address: string,
  { root, token }: Pick<Visit, 'root' | 'token'>,
  { conversationId, lastEventId }: { conversationId: string; lastEventId?: string },
): Promise<LiveStream> => {
  const controller = new AbortController();
  const response = await fetch(`${address}${root}/live?conversation_id=${conversationId}`, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: controller.signal,
  });
  const events: LiveStream['events'] = [];
  const read = async (): Promise<void> => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const piece of response.body!) {
      text += decoder.decode(piece, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) if (block.startsWith('id: ')) events.push(readBlock(block));
    }
  };
  const ended = read().catch(() => {});
  const newsOf = () => events.map(({ data }) => data).filter(({ type }) => type !== 'status');
  return {
    status: response.status,
    events,
    news: async (count) => {
      await eventually(`the page was told ${count} things`, () => newsOf().length >= count);
      return newsOf();
    },
    until: (what, happened) => eventually(what, () => happened(events)),
    ended,
    leave: () => controller.abort(),
  };
};
