import { Button } from '@mantine/core';
import { IconDoor, IconMapQuestion } from '@tabler/icons-react';
import { lazy } from 'react';
import { Link, Redirect, Route, Switch } from 'wouter';
import { EmptyState } from '../components/empty-state.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { t } from '../messages/translate.ts';
import { type PageRoute, routes } from '../routes.tsx';
import { useSession } from '../session/session-context.ts';
import { usePlace } from '../session/use-workspace.ts';
import { lastPlace } from './last-place.ts';

const UnmetRequirement = lazy(() => import('../session/unmet-requirement.tsx'));

const NoSuchPage = () => (
  <>
    <PageHeader title={t('shell.notFound.title')} />
    <EmptyState
      icon={IconMapQuestion}
      title={t('shell.notFound.heading')}
      action={
        <Button component={Link} href="/">
          {t('shell.notFound.action')}
        </Button>
      }
    >
      {t('shell.notFound.text')}
    </EmptyState>
  </>
);

const NoWorkspace = () => (
  <>
    <PageHeader title={t('shell.noWorkspace.title')} />
    <EmptyState icon={IconDoor} title={t('shell.noWorkspace.heading')}>
      {t('shell.noWorkspace.text')}
    </EmptyState>
  </>
);

const Start = () => {
  const { session } = useSession();
  const remembered = session.workspaces.find(({ id }) => id === lastPlace.workspaceId());
  const workspace = remembered ?? session.workspaces[0];
  return workspace ? <Redirect to={`/w/${workspace.id}`} replace /> : <NoWorkspace />;
};

const Guarded = ({ group, page: Page }: PageRoute) => {
  const { workspace, agent } = usePlace();
  if (group === 'account') return <Page />;
  if (workspace?.unmet) return <UnmetRequirement workspace={workspace} />;
  // The key remounts the page for another agent, so that a draft of one agent is not saved to another.
  return workspace ? <Page key={`${workspace.id} ${agent?.id}`} /> : <NoSuchPage />;
};

export const PageSwitch = () => (
  <Switch>
    <Route path="/">
      <Start />
    </Route>
    {routes.map((route) => (
      <Route key={route.pattern} path={route.pattern}>
        <Guarded {...route} />
      </Route>
    ))}
    <Route>
      <NoSuchPage />
    </Route>
  </Switch>
);
