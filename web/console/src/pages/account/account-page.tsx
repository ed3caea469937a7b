import { Button, Group, Paper, Text } from '@mantine/core';
import { useResource } from '../../api/use-resource.ts';
import { FormSection } from '../../components/form-section.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { ChangePassword } from '../../session/change-password.tsx';
import { useSession } from '../../session/session-context.ts';
import { useSignInMethods } from '../../session/use-sign-in-methods.ts';
import { LanguageSection } from './language-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { SingleSignOnSection } from './single-sign-on-section.tsx';

/** How a person signs in. */
const SecuritySections = ({ email }: { email: string | null }) => {
  const security = useResource('/account/security');
  const { data: methods } = useSignInMethods();
  return (
    <ResourceView resource={security}>
      {(data) => (
        <>
          <FormSection title="Password" description="Your other sessions end when you change it.">
            <ChangePassword email={email} hasPassword={data.hasPassword} />
          </FormSection>
          <FormSection
            title="Second factor"
            description="Somebody who learns your password still cannot sign in."
          >
            <SecondFactorSection security={data} />
          </FormSection>
          <FormSection title="Passkeys">
            <PasskeysSection security={data} />
          </FormSection>
          {methods?.singleSignOn && (
            <FormSection title="Single sign-on">
              <SingleSignOnSection security={data} name={methods.singleSignOn.name} />
            </FormSection>
          )}
        </>
      )}
    </ResourceView>
  );
};

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
        <LanguageSection />
        {session.kind === 'person' && <SecuritySections email={session.email} />}
        <FormSection title="Sessions" description="Browsers in which you are signed in.">
          <SessionsSection />
        </FormSection>
      </Paper>
    </>
  );
};

export default AccountPage;
