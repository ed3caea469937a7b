import { Alert, Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { at } from '../../api/address.ts';
import type { AgentFileSummary, ImportedAgent } from '../../api/generated.ts';
import { sendFile } from '../../api/send-file.ts';
import { useChange } from '../../api/use-change.ts';
import { ChooseFiles } from '../../components/choose-files.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { LimitedInput } from '../../components/limited-input.tsx';
import { t } from '../../messages/translate.ts';
import { useWorkspace } from '../../session/use-workspace.ts';

/** What must be done after the import. */
const Remarks = ({ secrets, warnings }: Pick<AgentFileSummary, 'secrets' | 'warnings'>) =>
  secrets.length + warnings.length === 0 ? null : (
    <Alert color="orange" title={t('agents.import.check')}>
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {secrets.map((field) => (
          <List.Item key={field}>{t('agents.import.secret', { field })}</List.Item>
        ))}
        {warnings.map((warning) => (
          <List.Item key={warning}>{warning}</List.Item>
        ))}
      </List>
    </Alert>
  );

const Preview = ({ summary }: { summary: AgentFileSummary }) => {
  const { tables, documents, sections } = summary;
  const testSets = sections.find(({ name }) => name === 'testSets')?.items ?? 0;
  return (
    <Text size="sm">
      {t('agents.import.content', {
        kind: summary.kind,
        tables: tables.length,
        documents,
        testSets,
      })}
    </Text>
  );
};

/** Creates an agent of a file, after a preview of its content. */
export const ImportAgent = ({ onClose }: { onClose(): void }) => {
  const workspace = useWorkspace();
  const [, navigate] = useLocation();
  const [chosen, setChosen] = useState<{ file: File; summary: AgentFileSummary }>();
  const [name, setName] = useState('');
  const [imported, setImported] = useState<ImportedAgent>();
  const preview = useChange(
    async (file: File) => ({
      file,
      summary: await sendFile('post', at(workspace.api, '/agent-files/preview'), file),
    }),
    {
      onDone: (read) => {
        setChosen(read);
        setName(read.summary.name);
      },
      quiet: true,
    },
  );
  const open = ({ agent }: ImportedAgent): void => navigate(`${workspace.href}/agents/${agent.id}`);
  const create = useChange(
    () => sendFile('post', at(workspace.api, '/agent-files'), chosen!.file, { query: { name: name.trim() } }),
    {
      changes: [at(workspace.api, '/agents')],
      done: t('agents.import.done'),
      onDone: (result) =>
        result.secrets.length + result.warnings.length === 0 ? open(result) : setImported(result),
      quiet: true,
    },
  );
  if (imported)
    return (
      <Modal opened onClose={() => open(imported)} title={t('agents.import.done')}>
        <Stack>
          <Remarks {...imported} />
          <Group justify="flex-end">
            <Button onClick={() => open(imported)}>{t('agents.import.open')}</Button>
          </Group>
        </Stack>
      </Modal>
    );
  return (
    <FormDialog
      title={t('agents.import')}
      action={t('agents.import.action')}
      size="lg"
      change={create}
      failure={preview.error?.message ?? create.error?.message ?? null}
      isReady={chosen !== undefined && name.trim() !== ''}
      onClose={onClose}
    >
      <Text size="sm">{t('agents.import.text')}</Text>
      <Group>
        <ChooseFiles
          label={t('agents.import.file')}
          accept=".json,.gz"
          onFiles={([file]) => file && preview.mutate(file)}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={preview.isPending}
              leftSection={<IconUpload size={15} aria-hidden />}
            >
              {t('agents.import.choose')}
            </Button>
          )}
        </ChooseFiles>
        <Text size="sm">{chosen?.file.name}</Text>
      </Group>
      {chosen && (
        <>
          <Preview summary={chosen.summary} />
          <Remarks {...chosen.summary} />
          <LimitedInput
            label={t('common.name')}
            value={name}
            limit={100}
            onChange={(event) => setName(event.currentTarget.value)}
            required
          />
        </>
      )}
    </FormDialog>
  );
};
