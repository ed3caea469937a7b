import { Button } from '@mantine/core';
import { IconDoor, IconLock, IconMapQuestion } from '@tabler/icons-react';
import { lazy } from 'react';
import { Link, Redirect, Route, Switch } from 'wouter';
import { EmptyState } from '../components/empty-state.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { t } from '../messages/translate.ts';
import { addressOf, type PageGroup, type PageRoute, routes } from '../routes.tsx';
import { useSession } from '../session/session-context.ts';
import { usePlace, type WorkspaceScope } from '../session/use-workspace.ts';
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

const NoPermission = () => (
  <>
    <PageHeader title={t('shell.noPermission.title')} />
    <EmptyState icon={IconLock} title={t('shell.noPermission.heading')}>
      {t('shell.noPermission.text')}
    </EmptyState>
  </>
);

const isAllowed = ({ permission }: PageRoute, workspace: WorkspaceScope): boolean =>
  permission === undefined || workspace.can(permission);

/** Groups whose pages replace the first page of a group for operators who may not see it. */
const substitutes: Record<PageGroup, PageGroup[]> = {
  start: ['start', 'operations'],
  agent: ['agent'],
  operations: [],
  account: [],
};

/** The first page of a workspace or an agent leads to the first page that the operator may see. */
const firstAllowed = (group: PageGroup, workspace: WorkspaceScope): PageRoute | undefined =>
  routes.find(
    (route) =>
      substitutes[group].includes(route.group) && route.kind === undefined && isAllowed(route, workspace),
  );

const Guarded = (route: PageRoute) => {
  const { group, path, page: Page } = route;
  const { workspace, agent } = usePlace();
  if (group === 'account') return <Page />;
  if (workspace?.unmet) return <UnmetRequirement workspace={workspace} />;
  if (workspace && !isAllowed(route, workspace)) {
    const instead = path === '' ? firstAllowed(group, workspace) : undefined;
    return instead ? <Redirect to={addressOf(instead, workspace.id, agent?.id)} replace /> : <NoPermission />;
  }
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
