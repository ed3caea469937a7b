import { Center, Loader, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { api } from '../api/api.ts';
import { ApiError } from '../api/api-error.ts';
import type { Session } from '../api/generated.ts';
import { queryClient } from '../api/query-client.ts';
import { sessionSignal } from '../api/session-signal.ts';
import { resourceKey } from '../api/use-resource.ts';
import { ErrorState } from '../components/error-state.tsx';
import { followAccountLanguage } from '../messages/load-messages.ts';
import { SessionContext } from './session-context.ts';
import { SignInForm } from './sign-in-form.tsx';
import { signedInHint } from './signed-in-hint.ts';

const SignInPage = lazy(() => import('./sign-in-page.tsx'));
const key = resourceKey('/session');
const allElse = { predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] !== '/session' };

/** null: nobody is signed in, which is an answer and no failure. */
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
  /** Resolves when the page of the address is loaded, so that it is drawn at once with the frame around it. */
  firstPage: Promise<void>;
  children: ReactNode;
}

/**
 * Lets in who is signed in. A session that ends while somebody works is asked for again above the page, so that
 * what they were writing is still there afterwards.
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
    // Another person must not see what the last one had read, nor save what they were writing.
    if (before && before.id !== session.id) void queryClient.resetQueries(allElse);
    else void queryClient.invalidateQueries(allElse);
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
        <Loader aria-label="Loading" />
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
      {children}
      <Modal
        opened={hasEnded}
        onClose={() => {}}
        withCloseButton={false}
        closeOnEscape={false}
        title="Your session has ended"
      >
        <SignInForm
          onSignedIn={enter}
          note="Sign in again to go on where you were. What you have written is still there."
        />
      </Modal>
    </SessionContext>
  );
};
