import {
  ActionIcon,
  Badge,
  Group,
  Kbd,
  NavLink,
  ScrollArea,
  Text,
  Tooltip,
  UnstyledButton,
} from '@mantine/core';
import { IconKeyboard, IconSearch, IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { t } from '../messages/translate.ts';
import { useInboxCounts } from '../session/inbox-news.ts';
import type { WorkspaceScope } from '../session/use-workspace.ts';
import { AccountMenu } from './account-menu.tsx';
import { AgentSwitcher } from './agent-switcher.tsx';
import { ColourSchemeToggle } from './colour-scheme-toggle.tsx';
import { Mark } from './mark.tsx';
import classes from './navigation.module.css';
import { type NavigationPage, useNavigation, usePages } from './use-navigation.ts';
import { WorkspaceSwitcher } from './workspace-switcher.tsx';

interface NavigationProps {
  onSearch(): void;
  onHelp(): void;
  /** On narrow screens the navigation covers the page. */
  onClose(): void;
}

export const Navigation = ({ onSearch, onHelp, onClose }: NavigationProps) => {
  const { workspace, agentId } = useNavigation();
  return (
    <>
      <Group px="md" h={56} justify="space-between" wrap="nowrap">
        <Link href="/" className={classes.home}>
          <Mark />
          <Text fw={620} span>
            Frontdesk
          </Text>
        </Link>
        <ActionIcon hiddenFrom="sm" onClick={onClose} aria-label={t('shell.closeNavigation')}>
          <IconX size={18} />
        </ActionIcon>
      </Group>
      <div className={classes.top}>
        <WorkspaceSwitcher workspace={workspace} />
        <UnstyledButton className={classes.search} onClick={onSearch}>
          <IconSearch size={15} aria-hidden />
          <Text size="sm" span>
            {t('shell.search')}
          </Text>
          <Kbd size="xs" aria-hidden>
            Ctrl K
          </Kbd>
        </UnstyledButton>
      </div>
      <ScrollArea className={classes.pages} type="auto" scrollbarSize={6}>
        {workspace && <Sections workspace={workspace} agentId={agentId} />}
      </ScrollArea>
      <Group className={classes.foot} justify="space-between" wrap="nowrap" gap={4}>
        <AccountMenu />
        <Group gap={2} wrap="nowrap">
          <Tooltip label={t('shell.shortcutsHint')}>
            <ActionIcon onClick={onHelp} aria-label={t('shell.shortcuts')}>
              <IconKeyboard size={18} />
            </ActionIcon>
          </Tooltip>
          <ColourSchemeToggle />
        </Group>
      </Group>
    </>
  );
};

/** The list of pages scrolls on low screens. The current page must be visible. */
const scrollToCurrentPage = (): void => {
  // In braces, because newer browsers return a promise here, and an effect must not return one.
  document.querySelector('nav [aria-current="page"]')?.scrollIntoView({ block: 'nearest' });
};

const Sections = ({ workspace, agentId }: { workspace: WorkspaceScope; agentId: string | undefined }) => {
  const { agents, agent, startPages, agentPages, operationPages, pendingLabels } = usePages(
    workspace,
    agentId,
  );
  const [location] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, or the pages of an agent, move the list
  useEffect(scrollToCurrentPage, [location, agent?.id]);
  return (
    <>
      {startPages.length > 0 && (
        <nav aria-label={t('shell.workspace')} className={classes.section}>
          <PageLinks pages={startPages} />
        </nav>
      )}
      {agent && (
        <nav aria-label={t('shell.agent')} className={classes.section}>
          <AgentSwitcher agents={agents} agent={agent} workspace={workspace} />
          <PageLinks pages={agentPages} />
        </nav>
      )}
      {pendingLabels.length > 0 && <PendingAgent labels={pendingLabels} />}
      <nav aria-label={t('shell.operations')} className={classes.section}>
        <PageLinks pages={operationPages} />
      </nav>
    </>
  );
};

/** Keeps the place of an agent and its pages while they load, so that the links below do not move. */
const PendingAgent = ({ labels }: { labels: readonly string[] }) => (
  <div className={classes.section} aria-hidden>
    <div className={classes.pendingSwitcher} />
    {labels.map((label) => (
      <NavLink
        key={label}
        component="div"
        label={label}
        leftSection={<span className={classes.pendingIcon} />}
        className={classes.link}
        disabled
      />
    ))}
  </div>
);

/** The page of an item counts as its list. Overviews are above all pages, so only their exact address counts. */
const isHere = ({ href, path }: NavigationPage, location: string): boolean =>
  path === '' || path === '/agents'
    ? location === href
    : location === href || location.startsWith(`${href}/`);

/** How many users wait in the inbox. */
const WaitingBadge = () => {
  const { workspace } = useNavigation();
  const waiting = useInboxCounts(workspace?.id)?.waiting ?? 0;
  if (waiting === 0) return null;
  return (
    <Badge
      size="sm"
      circle={waiting < 10}
      aria-label={t('shell.inboxWaiting', { count: waiting })}
      role="img"
    >
      {waiting > 99 ? '99+' : waiting}
    </Badge>
  );
};

const PageLinks = ({ pages }: { pages: NavigationPage[] }) => {
  const [location] = useLocation();
  return pages.map((page) => {
    const { href, label, icon: Icon, page: chunk } = page;
    const active = isHere(page, location);
    return (
      <NavLink
        key={href}
        component={Link}
        href={href}
        label={label}
        active={active}
        onMouseEnter={() => void chunk.preload()}
        onFocus={() => void chunk.preload()}
        aria-current={active ? 'page' : undefined}
        leftSection={<Icon size={17} stroke={1.7} aria-hidden />}
        rightSection={page.countsInbox ? <WaitingBadge /> : undefined}
        className={classes.link}
      />
    );
  });
};
