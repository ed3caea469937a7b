import { useState } from 'react';
import type { Session } from '../api/generated.ts';
import { t } from '../messages/translate.ts';
import { AccountSetup, needsAccount } from './account-setup.tsx';
import { EntryCard } from './entry-card.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Also creates the first account after the first start. */
const SignInPage = ({ onSignedIn }: { onSignedIn(session: Session): void }) => {
  const [newcomer, setNewcomer] = useState<Session>();
  const enter = async (session: Session): Promise<void> => {
    if (await needsAccount(session)) setNewcomer(session);
    else onSignedIn(session);
  };
  if (newcomer)
    return (
      <EntryCard title={t('session.setup.title')} description={t('session.setup.description')}>
        <AccountSetup session={newcomer} onDone={onSignedIn} />
      </EntryCard>
    );
  return (
    <EntryCard title={t('session.signIn.title')} description={t('session.signIn.description')}>
      <SignInForm onSignedIn={enter} />
    </EntryCard>
  );
};

export default SignInPage;
