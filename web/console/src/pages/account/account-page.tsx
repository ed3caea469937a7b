import { Button, Group, Paper, Text } from '@mantine/core';
import { useResource } from '../../api/use-resource.ts';
import { FormSection } from '../../components/form-section.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { t } from '../../messages/translate.ts';
import { ChangePassword } from '../../session/change-password.tsx';
import { useSession } from '../../session/session-context.ts';
import { useSignInMethods } from '../../session/use-sign-in-methods.ts';
import { LanguageSection } from './language-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PublicProfileSection } from './public-profile-section.tsx';
import { SecondFactorSection } from './second-factor-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { SingleSignOnSection } from './single-sign-on-section.tsx';

/** Password, second factor, passkeys and single sign-on. */
const SecuritySections = ({ email }: { email: string | null }) => {
  const security = useResource('/account/security');
  const { data: methods } = useSignInMethods();
  return (
    <ResourceView resource={security}>
      {(data) => (
        <>
          <FormSection title={t('account.password')} description={t('account.passwordHint')}>
            <ChangePassword email={email} hasPassword={data.hasPassword} />
          </FormSection>
          <FormSection title={t('account.secondFactor')} description={t('account.secondFactorHint')}>
            <SecondFactorSection security={data} />
          </FormSection>
          <FormSection title={t('account.passkeys')}>
            <PasskeysSection security={data} />
          </FormSection>
          {methods?.singleSignOn && (
            <FormSection title={t('account.sso')}>
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
      <PageHeader title={t('shell.page.account')}>
        <Button variant="default" onClick={() => void signOut()}>
          {t('shell.signOut')}
        </Button>
      </PageHeader>
      <Paper p="lg">
        <FormSection title={t('account.profile')}>
          <Text>{session.name}</Text>
          <Text c="dimmed" size="sm">
            {session.email ?? t('account.tokenSession')}
          </Text>
        </FormSection>
        <FormSection title={t('shell.page.workspaces')}>
          {session.workspaces.map(({ id, name, role }) => (
            <Group key={id} justify="space-between" wrap="nowrap">
              <Text size="sm" miw={0}>
                {name}
              </Text>
              <Text size="sm" c="dimmed">
                {t('shell.role', { role })}
              </Text>
            </Group>
          ))}
        </FormSection>
        <LanguageSection />
        {session.kind === 'person' && session.workspaces.some(({ role }) => role !== 'viewer') && (
          <PublicProfileSection />
        )}
        {session.kind === 'person' && <NotificationsSection />}
        {session.kind === 'person' && <SecuritySections email={session.email} />}
        <FormSection title={t('account.sessions')} description={t('account.sessionsHint')}>
          <SessionsSection />
        </FormSection>
      </Paper>
    </>
  );
};

export default AccountPage;
