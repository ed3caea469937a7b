import { Button, Group, Paper, Text } from '@mantine/core';
import { FormSection } from '../../components/form-section.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ChangePassword } from '../../session/change-password.tsx';
import { useSession } from '../../session/session-context.ts';

const AccountPage = () => {
  const { session, signOut } = useSession();
  return (
    <>
      <PageHeader title="My account">
        <Button variant="default" onClick={() => void signOut()}>
          Sign out
        </Button>
      </PageHeader>
      <Paper p="lg">
        <FormSection title="Who you are">
          <Text>{session.name}</Text>
          <Text c="dimmed" size="sm">
            {session.email ?? 'You are signed in with an operator token.'}
          </Text>
        </FormSection>
        <FormSection title="Workspaces">
          {session.workspaces.map(({ id, name, role }) => (
            <Group key={id} justify="space-between" wrap="nowrap">
              <Text size="sm" miw={0}>
                {name}
              </Text>
              <Text size="sm" c="dimmed">
                {role}
              </Text>
            </Group>
          ))}
        </FormSection>
        {session.kind === 'person' && (
          <FormSection title="Password" description="Sessions in other browsers end when you change it.">
            <ChangePassword email={session.email} />
          </FormSection>
        )}
      </Paper>
    </>
  );
};

export default AccountPage;
