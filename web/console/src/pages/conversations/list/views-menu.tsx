import { Button, Menu } from '@mantine/core';
import { IconBookmark, IconChevronDown, IconDeviceFloppy, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import type { ConversationView } from '../../../api/generated.ts';
import { t } from '../../../messages/translate.ts';
import { useSession } from '../../../session/session-context.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';
import { defaultViews } from './default-views.ts';
import { ManageViewsDialog } from './manage-views-dialog.tsx';
import { SaveViewDialog } from './save-view-dialog.tsx';
import type { ListFilters } from './use-list-filters.ts';
import { useViews } from './use-views.ts';

const ViewItems = ({
  label,
  items,
  filters,
}: {
  label: string;
  items: ConversationView[];
  filters: ListFilters;
}) =>
  items.length === 0 ? null : (
    <>
      <Menu.Divider />
      <Menu.Label>{label}</Menu.Label>
      {items.map((view) => (
        <Menu.Item key={view.id} onClick={() => filters.replaceAll(view.filters)}>
          {view.name}
        </Menu.Item>
      ))}
    </>
  );

/** Filters with a name: suggested ones, own ones and shared ones. */
export const ViewsMenu = ({ filters }: { filters: ListFilters }) => {
  const workspace = useWorkspace();
  const { session } = useSession();
  const { views } = useViews();
  const [dialog, setDialog] = useState<'save' | 'manage'>();
  const items = views.data?.items ?? [];
  const canShare = workspace.can('conversation:write');
  const canOwn = session.kind === 'person';
  const changeable = items.filter(({ isShared }) => canShare || !isShared);
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconBookmark size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {t('conversations.views.title')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown maw={320} mah="70vh" style={{ overflowY: 'auto' }}>
          <Menu.Label>{t('conversations.views.default')}</Menu.Label>
          {defaultViews.map((view) => (
            <Menu.Item key={view.label} onClick={() => filters.replaceAll(view.filters)}>
              {t(view.label)}
            </Menu.Item>
          ))}
          <ViewItems
            label={t('conversations.views.own')}
            items={items.filter(({ isShared }) => !isShared)}
            filters={filters}
          />
          <ViewItems
            label={t('conversations.views.shared')}
            items={items.filter(({ isShared }) => isShared)}
            filters={filters}
          />
          <Menu.Divider />
          {(canOwn || canShare) && (
            <Menu.Item
              leftSection={<IconDeviceFloppy size={14} aria-hidden />}
              disabled={!filters.isFiltered}
              title={filters.isFiltered ? undefined : t('conversations.views.saveHint')}
              onClick={() => setDialog('save')}
            >
              {t('conversations.views.save')}
            </Menu.Item>
          )}
          {changeable.length > 0 && (
            <Menu.Item leftSection={<IconPencil size={14} aria-hidden />} onClick={() => setDialog('manage')}>
              {t('conversations.views.manage')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save' && (
        <SaveViewDialog
          filters={filters}
          canShare={canShare}
          canOwn={canOwn}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'manage' && <ManageViewsDialog items={changeable} onClose={() => setDialog(undefined)} />}
    </>
  );
};
