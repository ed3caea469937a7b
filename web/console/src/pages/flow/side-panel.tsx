import { ActionIcon, Badge, Tabs, Tooltip } from '@mantine/core';
import { IconLayoutSidebarRightCollapse } from '@tabler/icons-react';
import type { FlowGraph } from '../../api/generated.ts';
import { formatNumber } from '../../lib/format-number.ts';
import { t } from '../../messages/translate.ts';
import { useEditor } from './editor-context.ts';
import classes from './flow.module.css';
import { ComponentForm } from './inspector/component-form.tsx';
import { FlowForm } from './inspector/flow-form.tsx';
import { ProblemList } from './problem-list.tsx';
import { RunPanel } from './run/run-panel.tsx';
import type { Run } from './run/use-run.ts';
import { VersionsPanel } from './versions/versions-panel.tsx';

export type SideTab = 'component' | 'problems' | 'run' | 'versions';

interface SidePanelProps {
  tab: SideTab;
  onTab(tab: SideTab): void;
  onClose(): void;
  run: Run;
  isChecked: boolean;
  publishedVersion: number | null;
  onSend(text: string): void;
  onEditVersion(graph: FlowGraph): void;
}

/** The panel next to the canvas: settings of the selected component, problems, runs of the draft, versions. */
export const SidePanel = (props: SidePanelProps) => {
  const { tab, onTab, onClose, run, isChecked, publishedVersion, onSend, onEditVersion } = props;
  const { selected, selectedIds, problems, isReadOnly, level } = useEditor();
  const blockedBy = isReadOnly
    ? t('flow.run.viewer')
    : problems.some(({ isReference }) => !isReference)
      ? t('flow.run.blocked')
      : undefined;
  return (
    <Tabs
      className={classes.side}
      value={tab}
      onChange={(next) => onTab((next ?? 'component') as SideTab)}
      keepMounted={false}
    >
      <div className={classes.tabs}>
        <Tabs.List grow className={classes.tabList}>
          <Tabs.Tab value="component" px={6}>
            {t('flow.tab.component')}
          </Tabs.Tab>
          <Tabs.Tab
            value="problems"
            px={6}
            rightSection={
              problems.length > 0 && (
                <Badge size="sm" color="red" variant="light" circle>
                  {formatNumber(problems.length)}
                </Badge>
              )
            }
          >
            {t('flow.tab.problems')}
          </Tabs.Tab>
          <Tabs.Tab value="run" px={6}>
            {t('flow.tab.run')}
          </Tabs.Tab>
          <Tabs.Tab value="versions" px={6}>
            {t('flow.tab.versions')}
          </Tabs.Tab>
        </Tabs.List>
        <Tooltip label={t('flow.side.close')}>
          <ActionIcon size={30} mt={4} aria-label={t('flow.side.close')} onClick={onClose}>
            <IconLayoutSidebarRightCollapse size={17} />
          </ActionIcon>
        </Tooltip>
      </div>
      <Tabs.Panel value="component" className={classes.sideContent}>
        {selected ? (
          <ComponentForm key={`${level} ${selected.id}`} node={selected} />
        ) : (
          <FlowForm key={selectedIds.length} />
        )}
      </Tabs.Panel>
      <Tabs.Panel value="problems" className={classes.sideContent}>
        <ProblemList isChecked={isChecked} />
      </Tabs.Panel>
      <Tabs.Panel value="run" className={classes.sideContent}>
        <RunPanel run={run} blockedBy={blockedBy} onSend={onSend} />
      </Tabs.Panel>
      <Tabs.Panel value="versions" className={classes.sideContent}>
        <VersionsPanel publishedVersion={publishedVersion} isReadOnly={isReadOnly} onEdit={onEditVersion} />
      </Tabs.Panel>
    </Tabs>
  );
};
