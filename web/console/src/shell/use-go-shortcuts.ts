import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { chord, chordKey } from '../lib/chord.ts';
import { addressOf, routes } from '../routes.tsx';
import { useNavigation } from './use-navigation.ts';

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** g and a letter open a page, ? lists the shortcuts. Ignored in form fields. */
export const useGoShortcuts = (onHelp: () => void): void => {
  const [, navigate] = useLocation();
  const { workspace, agentId } = useNavigation();
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
      if (document.querySelector('[aria-modal="true"]')) return;
      if (event.key === '?') onHelp();
      const isSecondKey = chord.isPending();
      if (event.key === chordKey && !isSecondKey) chord.start();
      else chord.end();
      if (!isSecondKey || !workspace) return;
      const route = routes.find(({ shortcut }) => shortcut === event.key);
      if (!route || (route.group === 'agent' && agentId === undefined)) return;
      event.preventDefault();
      navigate(addressOf(route, workspace.id, agentId));
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [workspace, agentId, navigate, onHelp]);
};
