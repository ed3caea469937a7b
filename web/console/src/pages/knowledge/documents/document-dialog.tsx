import {
  ActionIcon,
  Button,
  Group,
  Input,
  NativeSelect,
  Stack,
  Switch,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { KnowledgeDocument } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { LimitedInput } from '../../../components/limited-input.tsx';
import { t } from '../../../messages/translate.ts';
import { useKnowledgeBases } from '../../../session/use-knowledge-bases.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { readAttributeValue, showAttributeValue } from './attribute-value.ts';

interface Attribute {
  key: number;
  name: string;
  value: string;
}

interface AttributeFieldsProps {
  attributes: Attribute[];
  onChange(attributes: Attribute[]): void;
}

const AttributeFields = ({ attributes, onChange }: AttributeFieldsProps) => {
  const change = (key: number, part: Partial<Attribute>): void =>
    onChange(attributes.map((one) => (one.key === key ? { ...one, ...part } : one)));
  return (
    <Input.Wrapper
      label={t('knowledge.edit.attributes')}
      description={t('knowledge.edit.attributesHint')}
      labelElement="div"
    >
      <Stack gap="xs" mt={6}>
        {attributes.map(({ key, name, value }, index) => (
          <Group key={key} gap="xs" wrap="nowrap">
            <TextInput
              aria-label={t('knowledge.edit.attributeName', { number: index + 1 })}
              placeholder={t('common.name')}
              value={name}
              onChange={(event) => change(key, { name: event.currentTarget.value })}
              maxLength={60}
              style={{ flex: 1 }}
            />
            <TextInput
              aria-label={t('knowledge.edit.attributeValue', { number: index + 1 })}
              placeholder={t('knowledge.edit.value')}
              value={value}
              onChange={(event) => change(key, { value: event.currentTarget.value })}
              maxLength={200}
              style={{ flex: 1 }}
            />
            <ActionIcon
              aria-label={t('knowledge.edit.removeAttribute', { number: index + 1 })}
              onClick={() => onChange(attributes.filter((one) => one.key !== key))}
            >
              <IconX size={15} />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="default"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={attributes.length >= 20}
          onClick={() => onChange([...attributes, { key: Math.random(), name: '', value: '' }])}
        >
          {t('knowledge.edit.addAttribute')}
        </Button>
      </Stack>
    </Input.Wrapper>
  );
};

const attributesOf = (document: KnowledgeDocument): Attribute[] =>
  Object.entries(document.attributes).map(([name, value], key) => ({
    key,
    name,
    value: showAttributeValue(value),
  }));

/** Renames, moves, disables and tags a document. */
export const DocumentDialog = ({ document, onClose }: { document: KnowledgeDocument; onClose(): void }) => {
  const agent = useAgentScope();
  const bases = useKnowledgeBases();
  const [name, setName] = useState(document.name);
  const [knowledgeBaseId, setKnowledgeBaseId] = useState(document.knowledgeBaseId);
  const [sourceUrl, setSourceUrl] = useState(document.sourceUrl);
  const [isEnabled, setIsEnabled] = useState(document.isEnabled);
  const [tags, setTags] = useState(document.tags);
  const [attributes, setAttributes] = useState(() => attributesOf(document));
  const save = useChange(
    () =>
      api.patch(at(agent.api, '/documents/{documentId}', { documentId: document.id }), {
        name,
        knowledgeBaseId,
        sourceUrl: sourceUrl.trim(),
        isEnabled,
        tags,
        attributes: Object.fromEntries(
          attributes
            .filter((one) => one.name.trim() !== '')
            .map((one) => [one.name.trim(), readAttributeValue(one.value)]),
        ),
      }),
    {
      changes: [at(agent.api, '/documents'), at(agent.api, '/knowledge-bases')],
      onDone: onClose,
      quiet: true,
    },
  );
  return (
    <FormDialog
      title={t('knowledge.edit.title', { name: document.name })}
      action={t('common.save')}
      change={save}
      isReady={name.trim() !== ''}
      size="lg"
      onClose={onClose}
    >
      <LimitedInput
        label={t('common.name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        limit={200}
        required
        data-autofocus
      />
      <NativeSelect
        label={t('knowledge.edit.base')}
        data={bases.map((base) => ({ value: base.id, label: base.name }))}
        value={knowledgeBaseId}
        onChange={(event) => setKnowledgeBaseId(event.currentTarget.value)}
      />
      <Switch
        label={t('knowledge.edit.enabled')}
        description={t('knowledge.edit.enabledHint')}
        checked={isEnabled}
        onChange={(event) => setIsEnabled(event.currentTarget.checked)}
      />
      <TagsInput
        label={t('knowledge.edit.tags')}
        description={t('knowledge.edit.tagsHint')}
        value={tags}
        onChange={setTags}
        maxTags={20}
        acceptValueOnBlur
      />
      <AttributeFields attributes={attributes} onChange={setAttributes} />
      <LimitedInput
        label={t('knowledge.edit.sourceUrl')}
        description={t('knowledge.edit.sourceUrlHint')}
        value={sourceUrl}
        onChange={(event) => setSourceUrl(event.currentTarget.value)}
        limit={8192}
      />
    </FormDialog>
  );
};
