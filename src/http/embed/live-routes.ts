import { isDeepStrictEqual } from 'node:util';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type LiveState, shownPerson, statusOf } from '../../channels/index.ts';
import { toSeconds } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import type { LiveCursor, LiveEvent } from '../../rounds/index.ts';
import { type Route, route } from '../route.ts';
import { RequiredText } from '../schema.ts';
import { openEventStream } from '../streaming/index.ts';
import { channelPath, type EmbedRouteDependencies, keepAliveMs } from './embed-dependencies.ts';
import { readCursor, showCursor } from './live-cursor.ts';
import type { HandoffStatus, Person, QueuePlace, LiveEvent as ShownEvent } from './page-schemas.ts';
import { visitorCallOf } from './visitor-call.ts';

const eventsAtOnce = 100;
/** Limit of tabs per browser. */
const mostStreams = 10;

/** A page gets a changed position in the queue at most this often. Long queues move all the time. */
const queueMs = 5000;

interface ShownStatus {
  type: 'status';
  status: HandoffStatus;
  seen?: string;
  person?: Person;
  queue?: QueuePlace;
}

const show = async (
  event: LiveEvent,
  { filesOf }: EmbedRouteDependencies['channels']['live'],
): Promise<ShownEvent> => {
  const { messageId: message_id, text, createdAtMs } = event;
  const create_time = toSeconds(createdAtMs);
  if (event.type === 'human-message')
    return {
      type: event.sender === 'human' ? 'human-message' : 'notice',
      message_id,
      text,
      files: await filesOf(event.files),
      create_time,
      ...shownPerson(event.personName, event.pictureId),
    };
  return { type: 'message', message_id, text, status: event.status, create_time };
};

/** With the same id as in the history. */
const showEnd = ({ id, reason, atMs, survey }: NonNullable<LiveState['ended']>) => ({
  reason,
  message_id: id,
  create_time: toSeconds(atMs),
  ...(survey && { survey }),
});

const showPlace = ({ position, waitMinutes }: NonNullable<LiveState['queue']>): QueuePlace => ({
  position,
  wait_minutes: waitMinutes,
});

/** Without the end of a session, which is sent once. */
const showStatus = ({ session, awaitsEmail, person, queue, seenId: seen }: LiveState): ShownStatus => {
  const status = statusOf(session, awaitsEmail);
  if (!isWithPerson(status)) return { type: 'status', status };
  return {
    type: 'status',
    status,
    ...(seen && { seen }),
    ...(person && { person }),
    ...(queue && { queue: showPlace(queue) }),
  };
};

const advance = ({ sequence, position }: LiveCursor, event: LiveEvent): LiveCursor =>
  event.type === 'message' ? { sequence: event.sequence, position } : { sequence, position: event.position };

const isWithPerson = (status: ReturnType<typeof statusOf>): boolean =>
  status === 'waiting' || status === 'human';

interface Stream {
  conversationId: string;
  cursor: LiveCursor | undefined;
}

/** Streams human replies, rounds of other tabs and who answers. Nothing is missed over reconnects. */
export const createLiveRoutes = ({ channels, handoff }: EmbedRouteDependencies): Route[] => {
  const { conversations, live } = channels;

  const stream = (request: FastifyRequest, reply: FastifyReply, { conversationId, cursor }: Stream) =>
    new Promise<void>((resolve) => {
      const { visitor, token } = visitorCallOf(request);
      const events = openEventStream(reply, { keepAliveMs });
      let place = cursor;
      /** The newest event about who answers. */
      let sent: ShownStatus | undefined;
      let sentAtMs = 0;
      let newest: LiveState | undefined;
      let isBusy = false;
      let goOn = (): void => {};

      const write = async (data: ShownEvent): Promise<void> => {
        if (!events.isOpen) return;
        const isFree = events.write(`id: ${showCursor(place!)}\ndata: ${JSON.stringify(data)}\n\n`);
        if (isFree) return;
        await new Promise<void>((resolveWait) => {
          goOn = resolveWait;
          if (!events.isOpen) goOn();
        });
      };
      const sendStatus = async (state: LiveState): Promise<void> => {
        const now = showStatus(state);
        if (isDeepStrictEqual(now, sent)) return;
        const isOnlyQueue = sent?.queue && now.queue && isDeepStrictEqual(now, { ...sent, queue: now.queue });
        // The next check sends it.
        if (isOnlyQueue && performance.now() - sentAtMs < queueMs) return;
        sentAtMs = performance.now();
        const ended = sent && now.status === 'agent' ? state.ended : undefined;
        sent = now;
        await write(ended ? { type: 'status', status: 'agent', ...showEnd(ended) } : now);
      };
      const sendMessages = async (state: LiveState): Promise<void> => {
        while (events.isOpen && (place!.sequence < state.sequence || place!.position < state.position)) {
          const { events, hasMore } = await live.after(conversationId, place!, eventsAtOnce);
          for (const event of events) {
            place = advance(place!, event);
            await write(await show(event, live));
          }
          if (!hasMore) return;
        }
      };
      /** One check at a time. A change meanwhile causes another check. */
      const pump = async (): Promise<void> => {
        if (isBusy) return;
        isBusy = true;
        try {
          while (newest && events.isOpen) {
            const state = newest;
            newest = undefined;
            place ??= { sequence: state.sequence, position: state.position };
            // The first status is sent before the events, so that the page knows it. Later ones follow the events, so
            // that a person's message is not attributed to the agent.
            if (!sent) await sendStatus(state);
            await sendMessages(state);
            await sendStatus(state);
          }
        } catch (error) {
          request.log.warn({ err: error }, 'live updates could not be sent to a page');
          events.end();
        } finally {
          isBusy = false;
        }
      };

      const stopWatching = live.watch({
        visitor,
        token,
        conversationId,
        onEnd: events.end,
        onState: (state) => {
          newest = state;
          void pump();
        },
      });
      const stopTyping = handoff.inbox.typing.watch(conversationId, ({ operatorId }) => {
        // Not worth waiting for a slow page.
        if (operatorId !== null && sent && isWithPerson(sent.status) && !isBusy)
          void write({ ...sent, typing: true });
      });
      events.onDrain(() => goOn());
      events.onEnd(() => {
        goOn();
        stopWatching();
        stopTyping();
        resolve();
      });
    });

  return [
    route({
      method: 'GET',
      url: `${channelPath}/live`,
      visitor: 'known',
      schema: {
        hide: true,
        querystring: Type.Object({
          conversation_id: RequiredText(),
          after: Type.Optional(Type.String({ description: 'Same as the header `Last-Event-ID`' })),
        }),
      },
      handler: async (request, reply) => {
        const { visitor } = visitorCallOf(request);
        const { conversation_id, after } = request.query;
        const header = request.headers['last-event-id'];
        const cursor = readCursor(typeof header === 'string' && header !== '' ? header : after);
        const { id: conversationId } = await conversations.require(visitor, conversation_id);
        if (live.countOf(visitor.id) >= mostStreams)
          throw new AppError('rateLimited', `Too many open pages: at most ${mostStreams}`, {
            retryAfterSeconds: 5,
          });
        await stream(request, reply, { conversationId, cursor });
        return reply;
      },
    }),
  ];
};
