import { Button, NativeSelect, Text } from '@mantine/core';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { InvitationLink, Operator, Role } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { useResource } from '../../api/use-resource.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { usePage } from '../../lib/use-page.ts';
import { useSession } from '../../session/session-context.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { InvitationList } from './invitation-list.tsx';
import { InviteOperator } from './invite-operator.tsx';
import { LinkOnce } from './link-once.tsx';
import { OperatorMenu } from './operator-menu.tsx';
import { roles } from './roles.ts';
import { SignInRequirement } from './sign-in-requirement.tsx';

const pageSize = 20;

const MemberRole = ({ operator }: { operator: Operator }) => {
  const workspace = useWorkspace();
  const { session } = useSession();
  const path = at(workspace.api, '/operators');
  const change = useChange(
    (role: Role) => api.patch(at(path, '/{operatorId}', { operatorId: operator.id }), { role }),
    {
      changes: [path],
      done: `${operator.name} has another role now`,
    },
  );
  // Nobody changes their own role: the last owner could lock everybody out.
  if (operator.id === session.id) return `${roles.find(({ value }) => value === operator.role)?.label} (you)`;
  return (
    <NativeSelect
      aria-label={`Role of ${operator.name}`}
      size="xs"
      miw={96}
      data={roles.map(({ value, label }) => ({ value, label }))}
      value={change.isPending ? change.variables : operator.role}
      disabled={change.isPending}
      onChange={(event) => change.mutate(event.currentTarget.value as Role)}
    />
  );
};

const columns: Column<Operator>[] = [
  {
    key: 'name',
    header: 'Name',
    render: ({ name }) => (
      <Text size="sm" fw={550}>
        {name}
      </Text>
    ),
  },
  { key: 'email', header: 'E-mail', render: ({ email }) => email },
  { key: 'role', header: 'Role', render: (operator) => <MemberRole operator={operator} /> },
  {
    key: 'access',
    header: 'Access',
    render: ({ disabled }) =>
      disabled ? (
        <StatusBadge tone="quiet">locked out</StatusBadge>
      ) : (
        <StatusBadge tone="good">open</StatusBadge>
      ),
  },
  { key: 'since', header: 'Since', isMinor: true, render: ({ createdAt }) => <TimeText time={createdAt} /> },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    render: (operator) => <OperatorMenu operator={operator} />,
  },
];

const OperatorsPage = () => {
  const workspace = useWorkspace();
  const [page, setPage] = usePage();
  const [isInviting, setIsInviting] = useState(false);
  const [made, setMade] = useState<InvitationLink>();
  const operators = useResource(at(workspace.api, '/operators'), { query: { page, pageSize } });
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsInviting(true)}>
      Invite an operator
    </Button>
  );
  return (
    <>
      <PageHeader title="Operators" description="People who can open this workspace, and their roles.">
        {operators.data && add}
      </PageHeader>
      <ResourceView resource={operators}>
        {({ items, total }) => (
          <DataTable
            label="Operators"
            columns={columns}
            rows={items}
            rowKey={({ id }) => id}
            isRefreshing={operators.isFetching}
            paging={{ page, pageSize, total, onPage: setPage }}
            empty={
              <EmptyState icon={IconUsers} title="Nobody has an account yet" action={add}>
                You are signed in with an operator token. Invite yourself and your colleagues, so that the
                audit log shows who did what.
              </EmptyState>
            }
          />
        )}
      </ResourceView>
      <InvitationList onRenewed={setMade} />
      {isInviting && <InviteOperator onClose={() => setIsInviting(false)} onInvited={setMade} />}
      <LinkOnce
        link={made?.link}
        title={`Invitation for ${made?.invitation.email ?? ''}`}
        expiresAt={made?.invitation.expiresAt ?? ''}
        onClose={() => setMade(undefined)}
      >
        Send this link to {made?.invitation.email}. Whoever opens it can join the workspace, so send it to
        nobody else.
      </LinkOnce>
      <SignInRequirement />
    </>
  );
};

export default OperatorsPage;
