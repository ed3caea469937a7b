import { ActionIcon, Button, Fieldset, Group, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { McpServer } from '../../../api/derived-types.ts';
import { FormSection } from '../../../components/form-section.tsx';
import { HeaderRows } from '../../../components/header-rows.tsx';
import { t } from '../../../messages/translate.ts';
import { numberOrNull } from '../number-or-null.ts';
import { useSetting } from '../settings-form.tsx';
import { McpTest } from '../tools/mcp-test.tsx';

const maxServers = 16;
const urlExample = 'https://tools.example.com/mcp';

interface ServerFieldsProps {
  server: McpServer;
  number: number;
  onChange(part: Partial<McpServer>): void;
  onRemove(): void;
}

const ServerFields = ({ server, number, onChange, onRemove }: ServerFieldsProps) => (
  <Fieldset legend={server.name || t('agentSettings.mcp.server', { number })}>
    <Stack gap="sm">
      <Group align="flex-end" wrap="nowrap">
        <TextInput
          label={t('common.name')}
          value={server.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
          style={{ flex: 1 }}
          required
        />
        <ActionIcon aria-label={t('agentSettings.mcp.remove', { number })} onClick={onRemove} size="lg">
          <IconTrash size={16} />
        </ActionIcon>
      </Group>
      <TextInput
        label={t('agentSettings.tools.url')}
        type="url"
        value={server.url}
        onChange={(event) => onChange({ url: event.currentTarget.value })}
        placeholder={urlExample}
        required
      />
      <HeaderRows
        label={t('agentSettings.tools.headers')}
        value={server.headers}
        onChange={(headers) => onChange({ headers })}
      />
      <NumberInput
        label={t('agentSettings.tools.timeout')}
        suffix=" ms"
        min={100}
        max={120_000}
        step={1000}
        value={server.timeoutMs}
        onChange={(timeout) => onChange({ timeoutMs: numberOrNull(timeout) ?? 10_000 })}
      />
      <McpTest server={server} />
    </Stack>
  </Fieldset>
);

export const McpSection = () => {
  const { value, merge } = useSetting('tools');
  const { mcp } = value;
  return (
    <FormSection title={t('agentSettings.mcp.title')} description={t('agentSettings.mcp.description')}>
      {mcp.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('agentSettings.mcp.empty')}
        </Text>
      )}
      {mcp.map((server, index) => (
        <ServerFields
          // biome-ignore lint/suspicious/noArrayIndexKey: the name changes while it is typed
          key={index}
          server={server}
          number={index + 1}
          onChange={(part) => merge({ mcp: mcp.with(index, { ...server, ...part }) })}
          onRemove={() => merge({ mcp: mcp.toSpliced(index, 1) })}
        />
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={15} aria-hidden />}
          disabled={mcp.length >= maxServers || undefined}
          onClick={() => merge({ mcp: [...mcp, { name: '', url: '', headers: {}, timeoutMs: 10_000 }] })}
        >
          {t('agentSettings.mcp.add')}
        </Button>
      </div>
    </FormSection>
  );
};
