import { Button, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import { useChange } from '../../api/use-change.ts';
import { SecretInput } from '../../components/secret-input.tsx';
import { useWorkspace } from '../../session/use-workspace.ts';
import { TrialResult } from './trial-result.tsx';

/** Asks a server once, before anybody relies on it. Nothing of it is kept. */
export const TryModel = () => {
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
          <Title order={2}>Try another server</Title>
          <Text size="sm" c="dimmed">
            Any server that speaks OpenAI’s chat completions: vLLM, Ollama, llama.cpp, OpenAI. Nothing is
            saved.
          </Text>
          <TextInput
            label="Address"
            placeholder="http://127.0.0.1:11434/v1"
            value={baseUrl}
            onChange={(event) => setBaseUrl(event.currentTarget.value)}
            required
          />
          <TextInput
            label="Model"
            placeholder="qwen3:8b"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            required
          />
          <SecretInput label="Key" value={apiKey} onChange={setApiKey} />
          <Button type="submit" variant="default" loading={test.isPending} disabled={!baseUrl || !name}>
            Ask it
          </Button>
          <TrialResult trial={test.data} error={test.error} />
        </Stack>
      </form>
    </Paper>
  );
};
