import { Alert, Button, JsonInput, Stack, Tabs, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { HttpTool } from '../../../api/generated.ts';
import { t } from '../../../messages/translate.ts';
import { ParameterRow } from './parameter-row.tsx';
import {
  addParameter,
  addToPath,
  changeParameter,
  readParameters,
  removeParameter,
  type Schema,
} from './parameter-schema.ts';

interface ParameterEditorProps {
  tool: Pick<HttpTool, 'url' | 'method'>;
  /** The JSON text, which is the only state: the form reads and writes it. */
  text: string;
  /** undefined: the text is not a JSON object. */
  schema: Schema | undefined;
  isInvalidShown: boolean;
  onText(text: string): void;
  onUrl(url: string): void;
}

const ParameterForm = ({
  tool,
  schema,
  onSchema,
  onUrl,
}: {
  tool: ParameterEditorProps['tool'];
  schema: Schema;
  onSchema(schema: Schema): void;
  onUrl(url: string): void;
}) => {
  const { parameters, hidden } = readParameters(schema);
  return (
    <Stack gap="sm">
      {hidden.length > 0 && (
        <Alert color="blue">{t('agentSettings.parameters.hidden', { names: hidden.join(', ') })}</Alert>
      )}
      {parameters.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('agentSettings.parameters.empty')}
        </Text>
      )}
      {parameters.map((parameter, index) => (
        <ParameterRow
          // biome-ignore lint/suspicious/noArrayIndexKey: the name changes while it is typed
          key={index}
          value={parameter}
          otherNames={parameters.filter((_, at) => at !== index).map(({ name }) => name)}
          url={tool.url}
          hasBody={tool.method !== 'GET' && tool.method !== 'DELETE'}
          onChange={(after) => onSchema(changeParameter(schema, index, after))}
          onRemove={() => onSchema(removeParameter(schema, index))}
          onAddToPath={() => onUrl(addToPath(tool.url, parameter.name))}
        />
      ))}
      <div>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onSchema(addParameter(schema))}
        >
          {t('agentSettings.parameters.add')}
        </Button>
      </div>
    </Stack>
  );
};

/** The parameters of a tool as a form and as JSON. Both show the same schema. */
export const ParameterEditor = (props: ParameterEditorProps) => {
  const { tool, text, schema, isInvalidShown, onText, onUrl } = props;
  return (
    <div>
      <Text size="sm" fw={500} id="tool-parameters">
        {t('agentSettings.parameters.title')}
      </Text>
      <Tabs defaultValue="form" keepMounted={false} aria-labelledby="tool-parameters">
        <Tabs.List>
          <Tabs.Tab value="form">{t('agentSettings.parameters.form')}</Tabs.Tab>
          <Tabs.Tab value="json">{t('agentSettings.parameters.json')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="form" pt="sm">
          {schema ? (
            <ParameterForm
              tool={tool}
              schema={schema}
              onSchema={(next) => onText(JSON.stringify(next, null, 2))}
              onUrl={onUrl}
            />
          ) : (
            <Alert color="orange">{t('agentSettings.parameters.invalidJson')}</Alert>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="json" pt="sm">
          <JsonInput
            label={t('agentSettings.tools.parameters')}
            value={text}
            onChange={onText}
            error={isInvalidShown && schema === undefined && t('agentSettings.tools.invalidParameters')}
            formatOnBlur
            autosize
            minRows={4}
            maxRows={14}
          />
        </Tabs.Panel>
      </Tabs>
      {isInvalidShown && schema === undefined && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {t('agentSettings.tools.invalidParameters')}
        </Text>
      )}
    </div>
  );
};
