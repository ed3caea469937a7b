import { ActionIcon, Indicator, Tooltip } from '@mantine/core';
import {
  type Icon,
  IconAdjustments,
  IconAlertTriangle,
  IconHistory,
  IconLayoutSidebarRightExpand,
  IconPlayerPlay,
} from '@tabler/icons-react';
import { formatNumber } from '../../lib/format-number.ts';
import { t } from '../../messages/translate.ts';
import { useEditor } from './editor-context.ts';
import classes from './flow.module.css';
import type { SideTab } from './side-panel.tsx';

const tabs = [
  { tab: 'component', label: 'flow.tab.component', icon: IconAdjustments },
  { tab: 'problems', label: 'flow.tab.problems', icon: IconAlertTriangle },
  { tab: 'run', label: 'flow.tab.run', icon: IconPlayerPlay },
  { tab: 'versions', label: 'flow.tab.versions', icon: IconHistory },
] as const satisfies { tab: SideTab; label: string; icon: Icon }[];

interface SideRailProps {
  onOpen(tab?: SideTab): void;
}

/** The closed side panel: a button for each of its tabs. */
export const SideRail = ({ onOpen }: SideRailProps) => {
  const { problems } = useEditor();
  return (
    <nav className={classes.rail} aria-label={t('flow.side.label')}>
      <Tooltip label={t('flow.side.open')} position="left">
        <ActionIcon size={34} aria-label={t('flow.side.open')} onClick={() => onOpen()}>
          <IconLayoutSidebarRightExpand size={18} />
        </ActionIcon>
      </Tooltip>
      {tabs.map(({ tab, label, icon: TabIcon }) => {
        const count = tab === 'problems' ? problems.length : 0;
        const name = count > 0 ? t('flow.problems.count', { count }) : t(label);
        return (
          <Tooltip key={tab} label={name} position="left">
            <Indicator label={formatNumber(count)} size={15} color="red" offset={5} disabled={count === 0}>
              <ActionIcon size={34} aria-label={name} onClick={() => onOpen(tab)}>
                <TabIcon size={18} />
              </ActionIcon>
            </Indicator>
          </Tooltip>
        );
      })}
    </nav>
  );
};
