import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import './global.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { Route, Router, Switch } from 'wouter';
import { queryClient } from './api/query-client.ts';
import { guardNavigation, watchHistory } from './lib/leave-guard.ts';
import { loadMessages, withMessages } from './messages/load-messages.ts';
import { SessionGate } from './session/session-gate.tsx';
// Must run before the hint is read: it sets the hint after single sign-on.
import './session/sign-in-return.ts';
import { signedInHint } from './session/signed-in-hint.ts';
import { AppFrame } from './shell/app-frame.tsx';
import { preloadPage } from './shell/preload-page.ts';
import { cssVariables, theme } from './theme.ts';

await loadMessages();
watchHistory();

// Pages that links open. They need no sign-in.
const InvitationPage = lazy(withMessages(() => import('./pages/links/invitation-page.tsx')));
const NewPasswordPage = lazy(withMessages(() => import('./pages/links/new-password-page.tsx')));

const base = '/console';
const firstPage = signedInHint.read()
  ? preloadPage(location.pathname.slice(base.length) || '/')
  : Promise.resolve();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" autoClose={4000} />
        <Router base={base} aroundNav={guardNavigation}>
          <Switch>
            <Route path="/invitation">
              <Suspense>
                <InvitationPage />
              </Suspense>
            </Route>
            <Route path="/new-password">
              <Suspense>
                <NewPasswordPage />
              </Suspense>
            </Route>
            <Route>
              <SessionGate firstPage={firstPage}>
                <AppFrame />
              </SessionGate>
            </Route>
          </Switch>
        </Router>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
