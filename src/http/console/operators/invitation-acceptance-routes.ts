import { Type } from 'typebox';
import type { Invitation } from '../../../accounts/index.ts';
import type { Handle } from '../../../db/index.ts';
import { type RecordChange, type Route, route } from '../../route.ts';
import { personOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { createSessionOpening, OpenedSession } from '../sign-in/session-opening.ts';
import { createDescribeSession, Session } from '../sign-in/session-view.ts';
import { Name, NewPassword, Role, Time, toTime } from '../wire/wire-schemas.ts';
import { LinkToken } from './link-token.ts';

const tags = ['Operators'];

const OpenInvitation = Type.Object(
  {
    workspaceName: Type.String(),
    email: Type.String(),
    role: Role,
    invitedBy: Type.String(),
    expiresAt: Time,
  },
  { title: 'OpenInvitation' },
);

const recordAcceptance = (
  tx: Handle,
  record: RecordChange<'operator.accept'>,
  operatorId: string,
  { workspaceId, email, role }: Invitation,
): Promise<void> =>
  record(tx, {
    action: 'operator.accept',
    workspaceId,
    actor: email,
    targetId: operatorId,
    changes: { email: [null, email], role: [null, role] },
  });

/** Actions of the invited person. The token of the link identifies the invitation. */
export const createInvitationAcceptanceRoutes = (deps: RouteDependencies): Route[] => {
  const { db, invitations, operators, sessions, workspaces, write } = deps;
  const openSession = createSessionOpening(deps);
  const describe = createDescribeSession(deps);

  return [
    route({
      method: 'POST',
      url: '/invitations/open',
      permission: 'anyone',
      audit: 'none',
      schema: {
        tags,
        summary: 'Get an invitation',
        description: 'Returns workspace, role and e-mail address of an invitation, by the token in its link.',
        operationId: 'openInvitation',
        body: Type.Object({ token: LinkToken }),
        response: { 200: OpenInvitation },
      },
      handler: async (request) => {
        const invitation = await operators.limitFailures(request.ip, () =>
          invitations.open(db.query, request.body.token),
        );
        const workspace = await workspaces.find(db.query, invitation.workspaceId);
        return {
          workspaceName: workspace?.name ?? '',
          email: invitation.email,
          role: invitation.role,
          invitedBy: invitation.createdBy,
          expiresAt: toTime(invitation.expiresAtMs),
        };
      },
    }),

    route({
      method: 'POST',
      url: '/invitations/register',
      permission: 'anyone',
      audit: ['operator.accept', 'session.open'],
      schema: {
        tags,
        summary: 'Accept an invitation with a new account',
        description: 'The invited person chooses a password. Returns a session cookie.',
        operationId: 'registerByInvitation',
        body: Type.Object({ token: LinkToken, name: Name, password: NewPassword }),
        response: { 200: OpenedSession },
      },
      handler: async (request, reply, record) => {
        const { token, name, password } = request.body;
        return operators.limitFailures(request.ip, async () => {
          await invitations.open(db.query, token);
          const passwordHash = await operators.hashPassword(password);
          const register = async (tx: Handle) => {
            const { invitation, operator } = await invitations.register(tx, { token, name, passwordHash });
            await recordAcceptance(tx, record, operator.id, invitation);
            return { operatorId: operator.id };
          };
          return openSession({ request, reply, record }, register, {
            method: 'password',
            secondFactor: null,
          });
        });
      },
    }),

    route({
      method: 'POST',
      url: '/invitations/accept',
      permission: 'signed-in',
      audit: 'operator.accept',
      schema: {
        tags,
        summary: 'Accept an invitation with my account',
        description: 'I must be signed in with the invited address. Ends my other sessions.',
        operationId: 'acceptInvitation',
        body: Type.Object({ token: LinkToken }),
        response: { 200: Session },
      },
      handler: async (request, _reply, record) => {
        const person = personOf(request);
        await write(async (tx) => {
          const invitation = await invitations.accept(tx, request.body.token, person);
          // Another person may be signed in to the account elsewhere and must not get access to the new workspace.
          await sessions.endOthers(tx, { operatorId: person.id }, person.session.id);
          await recordAcceptance(tx, record, person.id, invitation);
        });
        return describe({ ...person, memberships: await operators.memberships(db.query, person.id) });
      },
    }),
  ];
};
