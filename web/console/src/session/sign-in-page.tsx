import { useState } from 'react';
import type { Session } from '../api/generated.ts';
import { AccountSetup, needsAccount } from './account-setup.tsx';
import { EntryCard } from './entry-card.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** After the first start it also creates the first account. */
const SignInPage = ({ onSignedIn }: { onSignedIn(session: Session): void }) => {
  const [newcomer, setNewcomer] = useState<Session>();
  const enter = async (session: Session): Promise<void> => {
    if (await needsAccount(session)) setNewcomer(session);
    else onSignedIn(session);
  };
  if (newcomer)
    return (
      <EntryCard
        title="Welcome to Frontdesk"
        description="You signed in with the operator token. Create your account: you become owner of every workspace, and the token that the first start printed ends."
      >
        <AccountSetup session={newcomer} onDone={onSignedIn} />
      </EntryCard>
    );
  return (
    <EntryCard title="Sign in to Frontdesk" description="The console for the people who look after agents.">
      <SignInForm onSignedIn={enter} />
    </EntryCard>
  );
};

export default SignInPage;
