import { type Static, Type } from 'typebox';
import { roleAllows, roleIn } from '../../../accounts/index.ts';
import {
  type Handoff,
  type InboxNews,
  type InboxTotals,
  type TypingSignal,
  toHumanSession,
} from '../../../handoff/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Route, route } from '../../route.ts';
import { operatorOf, workspaceOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { createLiveStreams, EventStream } from '../wire/live-stream.ts';
import { NullableText, WorkspaceParams } from '../wire/wire-schemas.ts';
import { inboxPath, inboxTags, replierOf } from './inbox-routes.ts';
import { createPresentInboxSessions, InboxCounts, InboxSessionView, presentCounts } from './inbox-view.ts';

const InboxChange = Type.Object(
  {
    counts: InboxCounts,
    sessions: Type.Array(InboxSessionView, { description: 'Changed sessions' }),
    isComplete: Type.Boolean({
      description: 'false: more sessions changed since the last event than are listed; read the queue again',
    }),
  },
  { title: 'InboxChange' },
);

const InboxTyping = Type.Object(
  {
    sessionId: Type.String(),
    operator: Type.Union([Type.Object({ id: Type.String(), name: NullableText() }), Type.Null()], {
      description: 'null: the user',
    }),
  },
  { title: 'InboxTyping' },
);

const mostResumed = 200;
/** Changes that were committed a little later than others. A repeated session has the same version. */
const overlapMs = 5000;

const readLastEventId = (header: string | string[] | undefined): number | undefined => {
  if (header === undefined || header === '') return undefined;
  if (typeof header !== 'string' || !/^[0-9]{1,15}$/.test(header))
    throw new AppError('invalidParameter', 'Last-Event-ID must be the ID of an event of this stream');
  return Number(header);
};

/** Changes of the inbox, as a live stream. */
export const createInboxEventRoutes = ({
  handoff: { inbox },
  db,
  operators,
  clock,
  streamAccess,
}: RouteDependencies & { handoff: Handoff }): Route[] => {
  const streams = createLiveStreams(streamAccess);
  const present = createPresentInboxSessions({ db, operators, canMail: inbox.canMail });

  /** All streams of a workspace get the same signal, so its name is read once. */
  const typers = new WeakMap<TypingSignal, Promise<Static<typeof InboxTyping>>>();
  const presentTyping = (signal: TypingSignal): Promise<Static<typeof InboxTyping>> => {
    const read = async () => {
      const { workspaceId, sessionId, operatorId: id } = signal;
      if (id === null) return { sessionId, operator: null };
      const names = await operators.names(db.query, workspaceId, [id]);
      return { sessionId, operator: { id, name: names.get(id) ?? null } };
    };
    const known = typers.get(signal) ?? read();
    typers.set(signal, known);
    return known;
  };

  /** All streams of a workspace get the same news, which are presented once. */
  const presented = new WeakMap<InboxNews, ReturnType<typeof present>>();
  const presentOnce = (workspaceId: string, news: InboxNews): ReturnType<typeof present> => {
    const known = presented.get(news) ?? present(workspaceId, news.sessions.map(toHumanSession));
    presented.set(news, known);
    return known;
  };

  return [
    route({
      method: 'GET',
      url: `${inboxPath}/events`,
      permission: 'conversation:read',
      schema: {
        tags: inboxTags,
        summary: 'Stream inbox changes',
        description:
          'Server-sent events. `inbox`: the counts of the queues at the start, then counts and changed sessions. With `Last-Event-ID`, the first event contains the sessions that changed since then. A session may arrive twice with the same `version`. `typing`: the user or an operator types; valid for 6 seconds.',
        operationId: 'followInbox',
        params: WorkspaceParams,
        response: { 200: EventStream('Changes of the inbox', { inbox: InboxChange, typing: InboxTyping }) },
      },
      handler: async (request, reply) => {
        const workspaceId = workspaceOf(request).id;
        const operatorId = replierOf(request);
        const lastMs = readLastEventId(request.headers['last-event-id']);
        const nowMs = clock.nowMs();
        const stream = streams.start(reply);
        const fail = (error: unknown): void => {
          request.log.warn({ err: error }, 'a live stream was interrupted');
          stream.end();
        };
        const role = roleIn(operatorOf(request), workspaceId);
        if (operatorId !== undefined && role !== undefined && roleAllows(role, 'inbox:write'))
          stream.onEnd(inbox.presence.enter({ workspaceId, operatorId, role }));
        // Events are sent in order, although presenting them takes a moment.
        let last: Promise<void> = Promise.resolve();
        const queue = (work: () => Promise<void>): void => {
          last = last.then(work).catch(fail);
        };
        const send = (
          totals: InboxTotals,
          sessions: Awaited<ReturnType<typeof present>>,
          { isComplete = true, id = clock.nowMs() } = {},
        ): void => {
          if (!stream.isOpen) return;
          // A client that reads too slowly connects again and continues after the last event that it got.
          if (stream.isFull) stream.end();
          else stream.send('inbox', { counts: presentCounts(totals, operatorId), sessions, isComplete }, id);
        };
        stream.onEnd(
          inbox.watch(workspaceId, (news) => {
            const atMs = clock.nowMs();
            queue(async () => send(news.totals, await presentOnce(workspaceId, news), { id: atMs }));
          }),
        );
        stream.onEnd(
          inbox.typing.watch(workspaceId, (signal) => {
            void presentTyping(signal).then((typing) => {
              if (stream.isOpen && !stream.isFull) stream.send('typing', typing);
            }, fail);
          }),
        );
        queue(async () => {
          const changed =
            lastMs === undefined
              ? []
              : await inbox.changedSince({
                  workspaceId,
                  sinceMs: lastMs - overlapMs,
                  limit: mostResumed + 1,
                });
          send(await inbox.totals(workspaceId), await present(workspaceId, changed.slice(0, mostResumed)), {
            isComplete: changed.length <= mostResumed,
            id: nowMs,
          });
        });
        return reply;
      },
    }),
  ];
};
