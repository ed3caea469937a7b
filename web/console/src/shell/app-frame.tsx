import { AppShell, Burger, Group, Loader, Text } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { withMessages } from '../messages/load-messages.ts';
import { t } from '../messages/translate.ts';
import { useSession } from '../session/session-context.ts';
import classes from './app-frame.module.css';
import { InboxFeed } from './inbox-feed.tsx';
import { Mark } from './mark.tsx';
import { Navigation } from './navigation.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { PageSwitch } from './page-switch.tsx';
import { OpenPalette, usePalettePreload } from './palette/open-palette.tsx';
import { useGoShortcuts } from './use-go-shortcuts.ts';
import { useNavigation } from './use-navigation.ts';

const ShortcutsHelp = lazy(() => import('./shortcuts-help.tsx'));
const InboxNotifier = lazy(withMessages(() => import('./notifier/inbox-notifier.tsx')));

/** The frame around every page: navigation, palette, shortcuts. */
export const AppFrame = () => {
  const [location] = useLocation();
  const { workspace } = useNavigation();
  const { session } = useSession();
  const [isMenuOpen, menu] = useDisclosure();
  const [isPaletteOpen, palette] = useDisclosure();
  const [isHelpOpen, help] = useDisclosure();
  const main = useRef<HTMLElement>(null);
  useHotkeys([['mod+K', palette.toggle]], []);
  useHotkeys([['Escape', menu.close]]);
  useGoShortcuts(help.open);
  usePalettePreload();
  const closeOverlays = (): void => {
    palette.close();
    help.close();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what closes the menu
  useEffect(menu.close, [location]);

  return (
    <AppShell
      layout="alt"
      transitionDuration={0}
      header={{ height: { base: 52, sm: 0 } }}
      navbar={{ width: 248, breakpoint: 'sm', collapsed: { mobile: !isMenuOpen } }}
      padding={0}
    >
      <button type="button" className={classes.skip} onClick={() => main.current?.focus()}>
        {t('shell.skip')}
      </button>
      <AppShell.Header hiddenFrom="sm">
        <Group h="100%" px="md" gap="sm">
          <Burger
            opened={isMenuOpen}
            onClick={menu.toggle}
            size="sm"
            aria-label={t('shell.navigation')}
            aria-expanded={isMenuOpen}
          />
          <Mark size={22} />
          <Text fw={600}>Frontdesk</Text>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar} data-closed={!isMenuOpen || undefined}>
        <Navigation onSearch={palette.open} onHelp={help.open} onClose={menu.close} />
      </AppShell.Navbar>
      <AppShell.Main ref={main} tabIndex={-1} className={classes.main}>
        <div className={classes.page}>
          <PageBoundary place={location}>
            <Suspense fallback={<Loader aria-label={t('shell.loadingPage')} />}>
              <PageSwitch />
            </Suspense>
          </PageBoundary>
        </div>
      </AppShell.Main>
      {workspace?.can('conversation:read') && !workspace.unmet && (
        <>
          <InboxFeed key={workspace.id} workspace={workspace} />
          {session.kind === 'person' && (
            <Suspense>
              <InboxNotifier key={workspace.id} workspace={workspace} operatorId={session.id} />
            </Suspense>
          )}
        </>
      )}
      <PageBoundary place={`${isPaletteOpen} ${isHelpOpen}`} onClose={closeOverlays}>
        <Suspense>
          {isPaletteOpen && <OpenPalette onClose={palette.close} />}
          {isHelpOpen && <ShortcutsHelp onClose={help.close} />}
        </Suspense>
      </PageBoundary>
    </AppShell>
  );
};
