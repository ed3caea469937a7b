import { Center, Loader, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { api } from '../api/api.ts';
import { ApiError } from '../api/api-error.ts';
import type { Session } from '../api/generated.ts';
import { queryClient } from '../api/query-client.ts';
import { sessionSignal, signedInSignal } from '../api/session-signal.ts';
import { resourceKey } from '../api/use-resource.ts';
import { ErrorState } from '../components/error-state.tsx';
import { followAccountLanguage, withMessages } from '../messages/load-messages.ts';
import { t } from '../messages/translate.ts';
import { SessionContext } from './session-context.ts';
import { SignInForm } from './sign-in-form.tsx';
import { signedInHint } from './signed-in-hint.ts';

const SignInPage = lazy(() => import('./sign-in-page.tsx'));
const SetupPage = lazy(withMessages(() => import('../pages/setup/setup-page.tsx')));
const key = resourceKey('/session');
const allElse = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== '/session' };

/** null: nobody is signed in. */
const readSession = async (firstPage: Promise<void>): Promise<Session | null> => {
  if (!signedInHint.read()) return null;
  try {
    const [session] = await Promise.all([api.get('/session'), firstPage]);
    await followAccountLanguage(session.language);
    return session;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
};

interface SessionGateProps {
  /** Resolves when the code of the first page is loaded, so that the page and its frame are shown together. */
  firstPage: Promise<void>;
  children: ReactNode;
}

/**
 * Shows the console to signed-in operators, the setup to one who has not finished it, and the sign-in page to others. If the session ends while somebody works,
 * a dialog above the page asks for the sign-in, so that unsaved changes are kept.
 */
export const SessionGate = ({ firstPage, children }: SessionGateProps) => {
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => readSession(firstPage),
    staleTime: Infinity,
  });
  const [hasEnded, setHasEnded] = useState(false);
  useEffect(() => sessionSignal.listen(() => setHasEnded(true)), []);

  const enter = useCallback(async (session: Session): Promise<void> => {
    await followAccountLanguage(session.language);
    const before = queryClient.getQueryData<Session | null>(key);
    signedInHint.write(true);
    queryClient.setQueryData(key, session);
    setHasEnded(false);
    // Another operator must not see data that the previous one had loaded.
    if (before && before.id !== session.id) void queryClient.resetQueries(allElse);
    else void queryClient.invalidateQueries(allElse);
    signedInSignal.send();
  }, []);

  const signOut = useCallback(async (): Promise<void> => {
    await api.remove('/session').catch(() => {});
    await followAccountLanguage(null);
    signedInHint.write(false);
    queryClient.setQueryData(key, null);
    queryClient.removeQueries(allElse);
    setHasEnded(false);
  }, []);

  const reload = useCallback(async (): Promise<void> => {
    await refetch();
  }, [refetch]);
  const state = useMemo(
    () => (data ? { session: data, signOut, reload } : undefined),
    [data, signOut, reload],
  );

  if (error) return <ErrorState error={error} onRetry={refetch} isWholePage />;
  if (data === undefined)
    return (
      <Center h="100vh">
        <Loader aria-label={t('common.loading')} />
      </Center>
    );
  if (!state)
    return (
      <Suspense>
        <SignInPage onSignedIn={enter} />
      </Suspense>
    );
  return (
    <SessionContext value={state}>
      {state.session.setup ? (
        <Suspense>
          <SetupPage />
        </Suspense>
      ) : (
        children
      )}
      <Modal
        opened={hasEnded}
        onClose={() => {}}
        withCloseButton={false}
        closeOnEscape={false}
        title={t('session.ended.title')}
      >
        <SignInForm onSignedIn={enter} note={t('session.ended.text')} />
      </Modal>
    </SessionContext>
  );
};
