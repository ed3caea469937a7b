import { Type } from 'typebox';
import { roleAllows } from '../../../accounts/index.ts';
import type { Handle } from '../../../db/index.ts';
import type { Handoff, HumanSession } from '../../../handoff/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { type RecordChange, type Route, route } from '../../route.ts';
import { personOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Done } from '../wire/wire-schemas.ts';
import { InboxSessionParams, inboxPath, inboxTags, placeOf, replierOf } from './inbox-routes.ts';
import { ClosedReason, createPresentInboxSessions, InboxSessionView } from './inbox-view.ts';

const url = `${inboxPath}/sessions/:sessionId`;

/** Operators take inbox sessions, assign them, and close them. */
export const createInboxSessionRoutes = ({
  handoff: { inbox },
  db,
  operators,
  write,
}: RouteDependencies & { handoff: Handoff }): Route[] => {
  const present = createPresentInboxSessions({ db, operators, canMail: inbox.canMail });
  const view = async (session: HumanSession) => (await present(session.workspaceId, [session]))[0]!;

  const requireReplier = async (tx: Handle, workspaceId: string, operatorId: string): Promise<void> => {
    const member = await operators.findMember(tx, workspaceId, operatorId);
    if (!member || member.disabledAtMs !== null || !roleAllows(member.role, 'inbox:write'))
      throw new AppError(
        'invalidParameter',
        'operatorId must be an operator of this workspace who may answer users',
      );
  };

  const end = async (
    place: Parameters<typeof inbox.close>[1],
    by: Parameters<typeof inbox.close>[2],
    record: RecordChange<'handoff.close'>,
  ) => {
    const session = await write(async (tx) => {
      const closed = await inbox.close(tx, place, by);
      const { conversationId: targetId, id } = closed.session;
      if (closed.isClosed)
        await record(tx, { action: 'handoff.close', targetId, changes: { session: [id, null] } });
      return closed.session;
    });
    return view(session);
  };

  return [
    route({
      method: 'POST',
      url: `${url}/take`,
      permission: 'inbox:write',
      // The session says who has it.
      audit: 'none',
      schema: {
        tags: inboxTags,
        summary: 'Take an inbox session',
        description:
          'Assigns the session to me. 409 if a colleague has it, or if it is closed. Taking it twice has no further effect.',
        operationId: 'takeInboxSession',
        params: InboxSessionParams,
        response: { 200: InboxSessionView },
      },
      handler: async (request) => {
        const { id } = personOf(request);
        const place = placeOf(request);
        const session = await write(async (tx) => {
          await requireReplier(tx, place.workspaceId, id);
          return inbox.take(tx, place, id);
        });
        return view(session);
      },
    }),

    route({
      method: 'POST',
      url: `${url}/read`,
      permission: 'inbox:write',
      // Every opened session would be an entry.
      audit: 'none',
      schema: {
        tags: inboxTags,
        summary: 'Mark an inbox session as read',
        description:
          'Call this when the operator sees the conversation. It resets `unread`, and the chat shows the user that these messages were seen. Has no effect if a colleague has the session, or if there are no unread messages.',
        operationId: 'readInboxSession',
        params: InboxSessionParams,
        body: Type.Object({
          messageId: Type.Optional(
            Type.String({
              maxLength: 100,
              description:
                'The newest message of the user that the operator has seen. Later messages stay unread. Without it all messages are read',
            }),
          ),
        }),
        response: { 200: InboxSessionView },
      },
      handler: async (request) => {
        const { id } = personOf(request);
        const place = placeOf(request);
        const { messageId } = request.body;
        return view(await write((tx) => inbox.markRead(tx, place, { operatorId: id, messageId })));
      },
    }),

    route({
      method: 'POST',
      url: `${url}/typing`,
      permission: 'inbox:write',
      // Nothing is kept.
      audit: 'none',
      schema: {
        tags: inboxTags,
        summary: 'Send a typing signal',
        description:
          'Shows for 6 seconds to the user and to colleagues that I am typing a reply. Send it at most every 3 seconds. Nothing is stored, and no deadline changes. 409 if the session is closed.',
        operationId: 'typeInInbox',
        params: InboxSessionParams,
        response: { 204: Done },
      },
      handler: async (request, reply) => {
        await inbox.typing.byOperator(placeOf(request), personOf(request).id);
        return reply.status(204).send(null);
      },
    }),

    route({
      method: 'PUT',
      url: `${url}/assignee`,
      permission: 'inbox:write',
      audit: 'handoff.assign',
      schema: {
        tags: inboxTags,
        summary: 'Assign an inbox session',
        description:
          'Also transfers it from a colleague. `null` returns it to the queue. 409 if it is closed.',
        operationId: 'assignInboxSession',
        params: InboxSessionParams,
        body: Type.Object({ operatorId: Type.Union([Type.String({ maxLength: 100 }), Type.Null()]) }),
        response: { 200: InboxSessionView },
      },
      handler: async (request, _reply, record) => {
        const { operatorId } = request.body;
        const place = placeOf(request);
        const session = await write(async (tx) => {
          if (operatorId !== null) await requireReplier(tx, place.workspaceId, operatorId);
          const { before, after } = await inbox.assign(tx, place, operatorId, replierOf(request));
          if (before !== operatorId)
            await record(tx, { targetId: after.conversationId, changes: { assignee: [before, operatorId] } });
          return after;
        });
        return view(session);
      },
    }),

    route({
      method: 'POST',
      url: `${url}/close`,
      permission: 'inbox:write',
      audit: 'handoff.close',
      schema: {
        tags: inboxTags,
        summary: 'Close an inbox session',
        description:
          'The agent answers again. `reason` and `note` are kept with the session; users do not see them. Closing it twice has no further effect: the first note stays.',
        operationId: 'closeInboxSession',
        params: InboxSessionParams,
        body: Type.Object({
          reason: Type.Optional(ClosedReason),
          note: Type.Optional(
            Type.String({ maxLength: 2000, description: 'Required for the reason `other`' }),
          ),
        }),
        response: { 200: InboxSessionView },
      },
      handler: async (request, _reply, record) => {
        const { reason: closedReason } = request.body;
        const note = request.body.note?.trim() || undefined;
        if (closedReason === 'other' && note === undefined)
          throw new AppError('invalidParameter', 'note is required for the reason other');
        return end(placeOf(request), { operatorId: replierOf(request), note, closedReason }, record);
      },
    }),

    route({
      method: 'POST',
      url: `${url}/hand-back`,
      permission: 'inbox:write',
      audit: 'handoff.close',
      schema: {
        tags: inboxTags,
        summary: 'Close an inbox session with a note for the agent',
        description:
          'Hands the conversation back to the agent, which reads `note` before it answers the next message. Users do not see it.',
        operationId: 'handBackInboxSession',
        params: InboxSessionParams,
        body: Type.Object({
          reason: Type.Optional(ClosedReason),
          note: Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S' }),
        }),
        response: { 200: InboxSessionView },
      },
      handler: async (request, _reply, record) => {
        const { reason: closedReason, note } = request.body;
        const by = { operatorId: replierOf(request), note: note.trim(), closedReason, isForAgent: true };
        return end(placeOf(request), by, record);
      },
    }),
  ];
};
