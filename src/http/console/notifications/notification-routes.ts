import { Type } from 'typebox';
import { AppError } from '../../../lib/errors.ts';
import type { Notifications } from '../../../notifications/index.ts';
import { type Route, route } from '../../route.ts';
import { oneOf } from '../../schema.ts';
import { personOf, workspaceOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { WorkspaceParams } from '../wire/wire-schemas.ts';

const tags = ['Inbox'];
const url = '/workspaces/:workspaceId/notifications';

const settingsFields = {
  byMail: Type.Boolean({ description: 'Summaries by e-mail, at most one every 2 minutes' }),
  byBrowser: Type.Boolean({ description: 'Notifications of the browser while the console is open' }),
  sound: Type.Boolean({ description: 'A sound while the console is open' }),
  events: Type.Array(oneOf(['waiting', 'assigned', 'mentioned', 'replied', 'missed']), {
    maxItems: 5,
    uniqueItems: true,
    description:
      'waiting: nobody has taken a session; assigned: a session was assigned to me; mentioned: in an internal note; replied: the user wrote in my session; missed: nobody replied to a user',
  }),
  agentIds: Type.Union([Type.Array(Type.String(), { maxItems: 200, uniqueItems: true }), Type.Null()], {
    description: 'null: all agents of the workspace',
  }),
};

const NotificationSettings = Type.Object(settingsFields, { title: 'NotificationSettings' });

/** Each person chooses what to be notified of in a workspace. */
export const createNotificationRoutes = ({
  notifications,
  agents,
  write,
}: RouteDependencies & { notifications: Notifications }): Route[] => [
  route({
    method: 'GET',
    url,
    permission: 'conversation:read',
    schema: {
      tags,
      summary: 'Get my notifications',
      description: 'Only for people, not for operator tokens.',
      operationId: 'getMyNotifications',
      params: WorkspaceParams,
      response: {
        200: Type.Object(
          {
            ...settingsFields,
            canMail: Type.Boolean({ description: 'Whether the installation has an SMTP server' }),
          },
          { title: 'MyNotifications' },
        ),
      },
    },
    handler: async (request) => {
      const settings = await notifications.settingsOf(personOf(request).id, workspaceOf(request).id);
      return { ...settings, canMail: notifications.canMail };
    },
  }),

  route({
    method: 'PUT',
    url,
    permission: 'conversation:read',
    // A person's own choice, which changes nothing for others.
    audit: 'none',
    schema: {
      tags,
      summary: 'Change my notifications',
      description: 'E-mails need an SMTP server of the installation.',
      operationId: 'changeMyNotifications',
      params: WorkspaceParams,
      body: NotificationSettings,
      response: { 200: NotificationSettings },
    },
    handler: async (request) => {
      const workspaceId = workspaceOf(request).id;
      const settings = request.body;
      if (settings.byMail && !notifications.canMail)
        throw new AppError('invalidParameter', 'byMail: e-mail is not set up in this installation');
      for (const agentId of settings.agentIds ?? [])
        if ((await agents.find(agentId))?.workspaceId !== workspaceId)
          throw new AppError('invalidParameter', `agentIds: there is no agent ${agentId} in this workspace`);
      await write((tx) =>
        notifications.saveSettings(tx, { operatorId: personOf(request).id, workspaceId }, settings),
      );
      return settings;
    },
  }),
];
