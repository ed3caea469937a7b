import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { Fragment } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import { type LabelKey, t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { timesOf } from './day-filter.ts';
import type { ListFilters } from './use-list-filters.ts';

const kinds = [
  {
    path: '/export/conversations',
    json: 'conversations.export.conversationsJson',
    csv: 'conversations.export.conversationsCsv',
  },
  { path: '/export/qa', json: 'conversations.export.roundsJson', csv: 'conversations.export.roundsCsv' },
] as const;

const hintOf = ({ isFiltered, isSearch }: ListFilters): LabelKey => {
  if (!isFiltered) return 'conversations.export.all';
  return isSearch ? 'conversations.export.someFilters' : 'conversations.export.filtered';
};

/** Downloads of any size. The audit log records who exported. */
export const ExportMenu = ({ filters }: { filters: ListFilters }) => {
  const agent = useAgentScope();
  const { channel, userId } = filters;
  const linkTo = (path: (typeof kinds)[number]['path'], format: 'csv' | 'jsonl'): string =>
    api.link(at(agent.api, path), { format, channel, userId, ...timesOf(filters) });
  if (!agent.can('conversation:export')) return null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {t('conversations.export.title')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown maw={320}>
        <Menu.Label>{t(hintOf(filters))}</Menu.Label>
        {kinds.map(({ path, json, csv }) => (
          <Fragment key={path}>
            <Menu.Item component="a" href={linkTo(path, 'jsonl')} download>
              {t(json)}
            </Menu.Item>
            <Menu.Item component="a" href={linkTo(path, 'csv')} download>
              {t(csv)}
            </Menu.Item>
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
