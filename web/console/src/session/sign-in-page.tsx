import { Anchor, Center, Loader } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Session } from '../api/generated.ts';
import { withMessages } from '../messages/load-messages.ts';
import { t } from '../messages/translate.ts';
import { EntryCard } from './entry-card.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { useSignInMethods } from './use-sign-in-methods.ts';

const SetupStart = lazy(withMessages(() => import('../pages/setup/setup-start.tsx')));

const Waiting = () => (
  <Center h="100vh">
    <Loader aria-label={t('common.loading')} />
  </Center>
);

/** The setup while nobody has an account, otherwise the sign-in form. */
const SignInPage = ({ onSignedIn }: { onSignedIn(session: Session): void }) => {
  const { data, error } = useSignInMethods();
  const [skipsSetup, setSkipsSetup] = useState(false);
  if (!data && !error) return <Waiting />;
  if (data?.needsSetup && !skipsSetup)
    return (
      <Suspense fallback={<Waiting />}>
        <SetupStart onSignedIn={onSignedIn} onSkip={() => setSkipsSetup(true)} />
      </Suspense>
    );
  return (
    <EntryCard title={t('session.signIn.title')} description={t('session.signIn.description')}>
      <SignInForm onSignedIn={onSignedIn} />
      {skipsSetup && (
        <Anchor component="button" type="button" size="sm" onClick={() => setSkipsSetup(false)}>
          {t('session.signIn.toSetup')}
        </Anchor>
      )}
    </EntryCard>
  );
};

export default SignInPage;
