import { Type } from 'typebox';
import { type Invitation, inviterOf } from '../../../accounts/index.ts';
import { type Route, route } from '../../route.ts';
import { operatorOf, workspaceOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Paged, PageQuery, paged, rangeOf } from '../wire/paging.ts';
import { Done, Email, Role, Time, toTime, WorkspaceParams } from '../wire/wire-schemas.ts';
import { linkTo } from './link-to.ts';

const tags = ['Operators'];
const path = '/workspaces/:workspaceId/invitations';
const InvitationParams = Type.Object({ workspaceId: Type.String(), invitationId: Type.String() });

const InvitationView = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    role: Role,
    createdBy: Type.String(),
    createdAt: Time,
    expiresAt: Time,
    expired: Type.Boolean(),
  },
  { title: 'Invitation' },
);

const InvitationLink = Type.Object(
  {
    invitation: InvitationView,
    link: Type.String({ description: 'Send it to the invited person. Shown only once; works once' }),
  },
  { title: 'InvitationLink' },
);

/** Actions of an owner: invite, renew, withdraw. */
export const createInvitationRoutes = (deps: RouteDependencies): Route[] => {
  const { invitations, clock, write, publicUrl } = deps;

  const present = (invitation: Invitation) => ({
    id: invitation.id,
    email: invitation.email,
    role: invitation.role,
    createdBy: invitation.createdBy,
    createdAt: toTime(invitation.createdAtMs),
    expiresAt: toTime(invitation.expiresAtMs),
    expired: invitation.expiresAtMs <= clock.nowMs(),
  });

  const entryOf = ({ id, email, role }: Invitation) => ({
    targetId: id,
    changes: { email: [null, email] as [null, string], role: [null, role] as [null, string] },
  });

  return [
    route({
      method: 'GET',
      url: path,
      permission: 'operator:read',
      schema: {
        tags,
        summary: 'List pending invitations',
        description: 'Returns invitations that were not accepted yet.',
        operationId: 'listInvitations',
        params: WorkspaceParams,
        querystring: Type.Object(PageQuery),
        response: { 200: Paged(InvitationView) },
      },
      handler: async (request) => {
        const { id } = workspaceOf(request);
        const { invitations: rows, total } = await invitations.list(id, rangeOf(request.query));
        return paged(rows.map(present), total, request.query);
      },
    }),

    route({
      method: 'POST',
      url: path,
      permission: 'operator:write',
      audit: 'operator.invite',
      schema: {
        tags,
        summary: 'Invite an operator',
        description:
          'Returns a link that works once, for 7 days. The response is the same whether or not the address has an account. Replaces an earlier invitation of the address to this workspace.',
        operationId: 'inviteOperator',
        params: WorkspaceParams,
        body: Type.Object({ email: Email, role: Role }),
        response: { 201: InvitationLink },
      },
      handler: async (request, reply, record) => {
        const workspaceId = workspaceOf(request).id;
        const by = inviterOf(operatorOf(request));
        const { invitation, token } = await write(async (tx) => {
          const made = await invitations.create(tx, { ...request.body, workspaceId, by });
          await record(tx, entryOf(made.invitation));
          return made;
        });
        const link = linkTo(request, publicUrl, { page: 'invitation', token });
        reply.status(201);
        return { invitation: present(invitation), link };
      },
    }),

    route({
      method: 'POST',
      url: `${path}/:invitationId/renew`,
      permission: 'operator:write',
      audit: 'operator.invite',
      schema: {
        tags,
        summary: 'Renew an invitation',
        description: 'Returns a new link that is valid for 7 days. The previous link no longer works.',
        operationId: 'renewInvitation',
        params: InvitationParams,
        response: { 200: InvitationLink },
      },
      handler: async (request, _reply, record) => {
        const where = { id: request.params.invitationId, workspaceId: workspaceOf(request).id };
        const { invitation, token } = await write(async (tx) => {
          const made = await invitations.renew(tx, where, inviterOf(operatorOf(request)));
          await record(tx, entryOf(made.invitation));
          return made;
        });
        return {
          invitation: present(invitation),
          link: linkTo(request, publicUrl, { page: 'invitation', token }),
        };
      },
    }),

    route({
      method: 'DELETE',
      url: `${path}/:invitationId`,
      permission: 'operator:write',
      audit: 'operator.withdraw',
      schema: {
        tags,
        summary: 'Withdraw an invitation',
        description: 'The link no longer works.',
        operationId: 'withdrawInvitation',
        params: InvitationParams,
        response: { 204: Done },
      },
      handler: async (request, reply, record) => {
        const where = { id: request.params.invitationId, workspaceId: workspaceOf(request).id };
        await write(async (tx) => {
          const { id, email } = await invitations.withdraw(tx, where);
          await record(tx, { targetId: id, changes: { email: [email, null] } });
        });
        return reply.status(204).send(null);
      },
    }),
  ];
};
