import { Button, Group, Modal, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { KnowledgeSource } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';

interface DeleteSourceProps {
  source: KnowledgeSource;
  onClose(): void;
  onDeleted(): void;
}

/** Deletes a source, with or without its documents. */
export const DeleteSource = ({ source, onClose, onDeleted }: DeleteSourceProps) => {
  const agent = useAgentScope();
  const [documents, setDocuments] = useState<'keep' | 'delete'>('keep');
  const remove = useChange(
    (_none: undefined) =>
      api.remove(at(agent.api, '/sources/{sourceId}', { sourceId: source.id }), { query: { documents } }),
    {
      changes: [at(agent.api, '/documents'), at(agent.api, '/knowledge-bases')],
      done: t('sources.delete.done', { name: source.name }),
      onDone: onDeleted,
    },
  );
  return (
    <Modal opened onClose={onClose} title={t('sources.delete.title', { name: source.name })}>
      <Stack>
        <Radio.Group
          label={t('sources.delete.question', { count: source.documents })}
          value={documents}
          onChange={(value) => setDocuments(value === 'delete' ? 'delete' : 'keep')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="keep" label={t('sources.delete.keep')} />
            <Radio value="delete" label={t('sources.delete.deleteDocuments')} />
          </Stack>
        </Radio.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button color="red.8" loading={remove.isPending} onClick={() => remove.mutate(undefined)}>
            {t('common.delete')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};
