import { Type } from 'typebox';
import { roleIn } from '../../../../accounts/index.ts';
import type { Handoff } from '../../../../handoff/index.ts';
import { AppError } from '../../../../lib/errors.ts';
import { type Route, route } from '../../../route.ts';
import { oneOf } from '../../../schema.ts';
import { personOf, workspaceOf } from '../../access/operator-guard.ts';
import type { RouteDependencies } from '../../console-dependencies.ts';
import { WorkspaceParams } from '../../wire/wire-schemas.ts';
import { inboxPath, inboxTags } from '../inbox-routes.ts';

const url = `${inboxPath}/presence`;
const Presence = Type.Object({ status: oneOf(['available', 'away']) }, { title: 'InboxPresence' });

/** Whether I take new sessions. */
export const createInboxPresenceRoutes = ({
  handoff: { inbox },
  operators,
  write,
}: RouteDependencies & { handoff: Handoff }): Route[] => [
  route({
    method: 'GET',
    url,
    permission: 'inbox:write',
    schema: {
      tags: inboxTags,
      summary: 'Get my presence',
      description:
        'What I chose. Until then, operators with the role support are available and others are away. I am also away when I have had no inbox stream open for 90 seconds.',
      operationId: 'getInboxPresence',
      params: WorkspaceParams,
      response: { 200: Presence },
    },
    handler: async (request) => {
      const operator = personOf(request);
      const workspaceId = workspaceOf(request).id;
      const role = roleIn(operator, workspaceId)!;
      return { status: await inbox.presence.find({ workspaceId, operatorId: operator.id }, role) };
    },
  }),

  route({
    method: 'PUT',
    url,
    permission: 'inbox:write',
    // It is not kept who was available when.
    audit: 'none',
    schema: {
      tags: inboxTags,
      summary: 'Set my presence',
      description:
        'Agents with `humanService.inbox.assignment: round_robin` assign new sessions to available operators.',
      operationId: 'setInboxPresence',
      params: WorkspaceParams,
      body: Presence,
      response: { 200: Presence },
    },
    handler: async (request) => {
      const { id: operatorId } = personOf(request);
      const workspaceId = workspaceOf(request).id;
      const { status } = request.body;
      await write(async (tx) => {
        if (!(await operators.findMember(tx, workspaceId, operatorId)))
          throw new AppError('notFound', 'There is no such workspace');
        await inbox.presence.set(tx, { workspaceId, operatorId }, status);
      });
      return { status };
    },
  }),
];
