import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { Fragment } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { timesOf } from './conversation-filter.ts';
import type { ListFilters } from './use-list-filters.ts';

const kinds = [
  { path: '/export/conversations', label: 'Conversations', csv: 'a line for each message' },
  { path: '/export/qa', label: 'Questions and answers', csv: 'a line for each' },
] as const;

const noteOf = ({ isFiltered, words, feedback }: ListFilters): string => {
  if (!isFiltered) return 'Everything, made while it is sent';
  return words || feedback
    ? 'Channel, user and days apply; search words and feedback do not'
    : 'Only what the filters let through';
};

/** Files of any size. The browser keeps them; the audit log says who took them. */
export const ExportMenu = ({ filters }: { filters: ListFilters }) => {
  const agent = useAgentScope();
  const { channel, userId } = filters;
  const linkTo = (path: (typeof kinds)[number]['path'], format: 'csv' | 'jsonl'): string =>
    api.link(at(agent.api, path), { format, channel, userId, ...timesOf(filters) });
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown maw={320}>
        <Menu.Label>{noteOf(filters)}</Menu.Label>
        {kinds.map(({ path, label, csv }) => (
          <Fragment key={path}>
            <Menu.Item component="a" href={linkTo(path, 'jsonl')} download>
              {label}, JSONL
            </Menu.Item>
            <Menu.Item component="a" href={linkTo(path, 'csv')} download>
              {label}, CSV ({csv})
            </Menu.Item>
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
