import { Button, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import { useChange } from '../../api/use-change.ts';
import { SecretInput } from '../../components/secret-input.tsx';
import { t } from '../../messages/translate.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { ModelTestResult } from './model-test-result.tsx';

const example = { baseUrl: 'http://127.0.0.1:11434/v1', name: 'qwen3:8b' };

/** Sends a test message to a server. Nothing is saved. */
export const TestModelServer = () => {
  const workspace = useWorkspace();
  const [baseUrl, setBaseUrl] = useState('');
  const [name, setName] = useState('');
  const [apiKey, setApiKey] = useState('');
  const test = useChange(
    () =>
      api.post(at(workspace.api, '/models/test'), {
        model: { provider: 'openai', baseUrl, name, ...(apiKey ? { apiKey } : {}) },
      }),
    { quiet: true },
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    test.mutate(undefined);
  };
  return (
    <Paper p="lg">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Title order={2}>{t('models.test.title')}</Title>
          <Text size="sm" c="dimmed">
            {t('models.test.text')}
          </Text>
          <TextInput
            label={t('models.test.baseUrl')}
            placeholder={example.baseUrl}
            value={baseUrl}
            onChange={(event) => setBaseUrl(event.currentTarget.value)}
            required
          />
          <TextInput
            label={t('models.test.model')}
            placeholder={example.name}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            required
          />
          <SecretInput label={t('models.test.apiKey')} value={apiKey} onChange={setApiKey} />
          <Button type="submit" variant="default" loading={test.isPending} disabled={!baseUrl || !name}>
            {t('models.test.action')}
          </Button>
          <ModelTestResult result={test.data} error={test.error} />
        </Stack>
      </form>
    </Paper>
  );
};
