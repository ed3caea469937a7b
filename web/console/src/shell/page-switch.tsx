import { Button } from '@mantine/core';
import { IconDoor, IconMapQuestion } from '@tabler/icons-react';
import { lazy } from 'react';
import { Link, Redirect, Route, Switch } from 'wouter';
import { EmptyState } from '../components/empty-state.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { type PageRoute, routes } from '../routes.tsx';
import { useSession } from '../session/session-context.ts';
import { usePlace } from '../session/use-workspace.ts';
import { lastPlace } from './last-place.ts';

const UnmetRequirement = lazy(() => import('../session/unmet-requirement.tsx'));

const NoSuchPage = () => (
  <>
    <PageHeader title="Not found" />
    <EmptyState
      icon={IconMapQuestion}
      title="There is no such page"
      action={
        <Button component={Link} href="/">
          To the overview
        </Button>
      }
    >
      The address may be mistyped, or belong to a workspace that you are not a member of.
    </EmptyState>
  </>
);

const NoWorkspace = () => (
  <>
    <PageHeader title="Welcome" />
    <EmptyState icon={IconDoor} title="You are not a member of a workspace yet">
      Ask an owner of a workspace to add you under Operators.
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
  // Begun anew for another agent: what was written for one must not be saved to the next.
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
