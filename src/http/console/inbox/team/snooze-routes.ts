import { Type } from 'typebox';
import type { Handoff } from '../../../../handoff/index.ts';
import { type Route, route } from '../../../route.ts';
import type { RouteDependencies } from '../../console-dependencies.ts';
import { isoTime } from '../../wire/wire-schemas.ts';
import { InboxSessionParams, inboxPath, inboxTags, placeOf } from '../inbox-routes.ts';
import { createPresentInboxSessions, InboxSessionView } from '../inbox-view.ts';

const url = `${inboxPath}/sessions/:sessionId/snooze`;

/** Operators put sessions aside until a time. */
export const createInboxSnoozeRoutes = ({
  handoff: { inbox },
  db,
  operators,
  write,
}: RouteDependencies & { handoff: Handoff }): Route[] => {
  const present = createPresentInboxSessions({ db, operators, canMail: inbox.canMail });
  const change = async (place: Parameters<typeof inbox.snooze>[1], untilMs: number | null) => {
    const session = await write((tx) => inbox.snooze(tx, place, untilMs));
    return (await present(place.workspaceId, [session]))[0]!;
  };

  return [
    route({
      method: 'PUT',
      url,
      permission: 'inbox:write',
      // The session shows until when it is snoozed.
      audit: 'none',
      schema: {
        tags: inboxTags,
        summary: 'Snooze an inbox session',
        description:
          'The session leaves the queues of open sessions until the time, or until the user writes, or an operator replies or takes it. Its timeout starts again then. 409 if it is closed.',
        operationId: 'snoozeInboxSession',
        params: InboxSessionParams,
        body: Type.Object({
          until: Type.String({ pattern: isoTime, maxLength: 40, description: 'In the next 90 days' }),
        }),
        response: { 200: InboxSessionView },
      },
      handler: (request) => change(placeOf(request), Date.parse(request.body.until)),
    }),

    route({
      method: 'DELETE',
      url,
      permission: 'inbox:write',
      audit: 'none',
      schema: {
        tags: inboxTags,
        summary: 'End the snooze of an inbox session',
        description: 'Its timeout starts again. Repeating it has no further effect.',
        operationId: 'unsnoozeInboxSession',
        params: InboxSessionParams,
        response: { 200: InboxSessionView },
      },
      handler: (request) => change(placeOf(request), null),
    }),
  ];
};
