import { Alert, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { at } from '../../api/address.ts';
import type { ModelCall } from '../../api/generated.ts';
import { useResource } from '../../api/use-resource.ts';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { CopyIcon } from '../copy-field.tsx';
import { ResourceView } from '../resource-view.tsx';
import classes from './trace-view.module.css';

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

const Block = ({ label, text }: { label: string; text: string }) => (
  <div>
    <Text size="xs" c="dimmed">
      {label}
    </Text>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keys */}
    <pre className={classes.code} tabIndex={0}>
      {text}
    </pre>
  </div>
);

/** Plain text as it was sent; other content as JSON. */
const textOf = ({ role: _role, ...message }: Record<string, unknown>): string =>
  Object.keys(message).length === 1 && typeof message.text === 'string' ? message.text : pretty(message);

const Call = ({ call, number }: { call: ModelCall; number: number }) => {
  const { messages, tools, passages, parameters, isCut } = call;
  return (
    <Stack gap="xs" component="section">
      <Group justify="space-between" wrap="nowrap">
        <Title order={3}>{t('trace.requests.call', { number, model: call.model })}</Title>
        <CopyIcon value={pretty(call)} label={t('trace.requests.copy', { number })} />
      </Group>
      {isCut && <Alert color="orange">{t('trace.requests.cut')}</Alert>}
      {messages.map((message, index) => (
        <Block
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
          key={index}
          label={t('trace.requests.role', { role: String(message.role) })}
          text={textOf(message)}
        />
      ))}
      {passages.length > 0 && <Block label={t('trace.requests.passages')} text={pretty(passages)} />}
      {tools.length > 0 && <Block label={t('trace.requests.tools')} text={pretty(tools)} />}
      <Block label={t('trace.requests.parameters')} text={pretty(parameters)} />
    </Stack>
  );
};

/** The exact messages of every model call of a round. */
const SentRequestsDialog = ({ roundId, onClose }: { roundId: string; onClose(): void }) => {
  const agent = useAgentScope();
  const requests = useResource(at(agent.api, '/rounds/{roundId}/requests', { roundId }));
  return (
    <Modal opened onClose={onClose} title={t('trace.requests.title')} size="xl">
      <Stack>
        <Text size="sm" c="dimmed">
          {t('trace.requests.hint')}
        </Text>
        <ResourceView resource={requests}>
          {({ items }) =>
            items.length === 0 ? (
              <Text size="sm">{t('trace.requests.empty')}</Text>
            ) : (
              items.map((call, index) => <Call key={call.startMs} call={call} number={index + 1} />)
            )
          }
        </ResourceView>
      </Stack>
    </Modal>
  );
};

export default SentRequestsDialog;
