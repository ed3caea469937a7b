import { Type } from 'typebox';
import type { Invitation } from '../../../accounts/index.ts';
import type { AuditEntry } from '../../../audit/index.ts';
import type { Handle } from '../../../db/index.ts';
import { personOf } from '../access/operator-guard.ts';
import type { ConsoleScope, RouteDependencies } from '../console-dependencies.ts';
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

const entryOf = (operatorId: string, { workspaceId, email, role }: Invitation): AuditEntry => ({
  workspaceId,
  actor: email,
  action: 'operator.accept',
  targetKind: 'operator',
  targetId: operatorId,
  changes: { email: [null, email], role: [null, role] },
});

/** What the invited person does. The token of the link says which invitation it is. */
export const registerInvitationAcceptance = (scope: ConsoleScope, deps: RouteDependencies): void => {
  const { db, invitations, operators, sessions, workspaces, audit, write } = deps;
  const openSession = createSessionOpening(deps);
  const describe = createDescribeSession(deps);

  scope.post(
    '/invitations/open',
    {
      config: { permission: 'anyone' },
      schema: {
        tags,
        summary: 'Read an invitation',
        operationId: 'openInvitation',
        body: Type.Object({ token: LinkToken }),
        response: { 200: OpenInvitation },
      },
    },
    async (request) => {
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
  );

  scope.post(
    '/invitations/register',
    {
      config: { permission: 'anyone' },
      schema: {
        tags,
        summary: 'Accept an invitation with a new account',
        description: 'The person chooses the password. Answers with a session cookie.',
        operationId: 'registerByInvitation',
        body: Type.Object({ token: LinkToken, name: Name, password: NewPassword }),
        response: { 200: OpenedSession },
      },
    },
    async (request, reply) => {
      const { token, name, password } = request.body;
      return operators.limitFailures(request.ip, async () => {
        await invitations.open(db.query, token);
        const passwordHash = await operators.hashPassword(password);
        const register = async (tx: Handle) => {
          const { invitation, operator } = await invitations.register(tx, { token, name, passwordHash });
          await audit.record(tx, entryOf(operator.id, invitation));
          return { operatorId: operator.id };
        };
        return openSession(request, reply, register, { method: 'password', secondFactor: null });
      });
    },
  );

  scope.post(
    '/invitations/accept',
    {
      config: { permission: 'signed-in' },
      schema: {
        tags,
        summary: 'Accept an invitation with my account',
        description: 'For the person of the invited address, signed in. Their other sessions end.',
        operationId: 'acceptInvitation',
        body: Type.Object({ token: LinkToken }),
        response: { 200: Session },
      },
    },
    async (request) => {
      const person = personOf(request);
      await write(request, async (tx) => {
        const invitation = await invitations.accept(tx, request.body.token, person);
        // Somebody else may be signed in to the account elsewhere: they must not enter the new workspace.
        await sessions.endOthers(tx, { operatorId: person.id }, person.session.id);
        await audit.record(tx, entryOf(person.id, invitation));
      });
      return describe({ ...person, memberships: await operators.memberships(db.query, person.id) });
    },
  );
};
