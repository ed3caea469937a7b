import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { Fragment } from 'react';
import { api } from '../../../api/api.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { timesOf } from './conversation-filter.ts';
import type { ListFilters } from './use-list-filters.ts';

const kinds = [
  { kind: 'conversations', label: 'Conversations', csv: 'a line for each message' },
  { kind: 'qa', label: 'Questions and answers', csv: 'a line for each' },
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
  const addressOf = (kind: string, format: string): string =>
    api.address(`${agent.api}/export/${kind}`, { format, channel, userId, ...timesOf(filters) });
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
        {kinds.map(({ kind, label, csv }) => (
          <Fragment key={kind}>
            <Menu.Item component="a" href={addressOf(kind, 'jsonl')} download>
              {label}, JSONL
            </Menu.Item>
            <Menu.Item component="a" href={addressOf(kind, 'csv')} download>
              {label}, CSV ({csv})
            </Menu.Item>
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
