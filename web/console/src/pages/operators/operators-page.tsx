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
import { t } from '../../messages/translate.ts';
import { useSession } from '../../session/session-context.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { InvitationList } from './invitation-list.tsx';
import { InviteOperator } from './invite-operator.tsx';
import { LinkOnce } from './link-once.tsx';
import { OperatorMenu } from './operator-menu.tsx';
import { roleName, roleOptions } from './roles.ts';
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
      done: t('operators.roleChanged', { name: operator.name }),
    },
  );
  // Operators cannot change their own role: the last owner could lose access.
  if (operator.id === session.id) return t('operators.ownRole', { role: roleName(operator.role) });
  return (
    <NativeSelect
      aria-label={t('operators.roleOf', { name: operator.name })}
      size="xs"
      miw={96}
      data={roleOptions().map(({ value, label }) => ({ value, label }))}
      value={change.isPending ? change.variables : operator.role}
      disabled={change.isPending}
      onChange={(event) => change.mutate(event.currentTarget.value as Role)}
    />
  );
};

const columns = (): Column<Operator>[] => [
  {
    key: 'name',
    header: t('operators.name'),
    render: ({ name }) => (
      <Text size="sm" fw={550}>
        {name}
      </Text>
    ),
  },
  { key: 'email', header: t('common.email'), render: ({ email }) => email },
  { key: 'role', header: t('operators.role'), render: (operator) => <MemberRole operator={operator} /> },
  {
    key: 'access',
    header: t('operators.access'),
    render: ({ disabled }) =>
      disabled ? (
        <StatusBadge tone="quiet">{t('operators.disabled')}</StatusBadge>
      ) : (
        <StatusBadge tone="good">{t('operators.enabled')}</StatusBadge>
      ),
  },
  {
    key: 'since',
    header: t('operators.since'),
    isMinor: true,
    render: ({ createdAt }) => <TimeText time={createdAt} />,
  },
  {
    key: 'actions',
    header: t('common.actions'),
    align: 'right',
    render: (operator) => <OperatorMenu operator={operator} />,
  },
];

const OperatorsPage = () => {
  const workspace = useWorkspace();
  const [page, setPage] = usePage();
  const [isInviting, setIsInviting] = useState(false);
  const [created, setCreated] = useState<InvitationLink>();
  const operators = useResource(at(workspace.api, '/operators'), { query: { page, pageSize } });
  const email = created?.invitation.email ?? '';
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsInviting(true)}>
      {t('operators.invite')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('shell.page.operators')} description={t('operators.description')}>
        {operators.data && add}
      </PageHeader>
      <ResourceView resource={operators}>
        {({ items, total }) => (
          <DataTable
            label={t('shell.page.operators')}
            columns={columns()}
            rows={items}
            rowKey={({ id }) => id}
            isRefreshing={operators.isFetching}
            paging={{ page, pageSize, total, onPage: setPage }}
            empty={
              <EmptyState icon={IconUsers} title={t('operators.empty.title')} action={add}>
                {t('operators.empty.text')}
              </EmptyState>
            }
          />
        )}
      </ResourceView>
      <InvitationList onRenewed={setCreated} />
      {isInviting && <InviteOperator onClose={() => setIsInviting(false)} onInvited={setCreated} />}
      <LinkOnce
        link={created?.link}
        title={t('operators.invitationFor', { email })}
        expiresAt={created?.invitation.expiresAt ?? ''}
        onClose={() => setCreated(undefined)}
      >
        {t('operators.sendInvitation', { email })}
      </LinkOnce>
      <SignInRequirement />
    </>
  );
};

export default OperatorsPage;
