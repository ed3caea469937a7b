import { Anchor, Group, Paper, Switch, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import { at } from '../../api/address.ts';
import { useResource } from '../../api/use-resource.ts';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import classes from './try-it.module.css';

interface FlowPanelProps {
  usesDraft: boolean;
  onUsesDraft(usesDraft: boolean): void;
}

/** For flow agents, whose prompts belong to the components of the flow: which version of the flow runs. */
export const FlowPanel = ({ usesDraft, onUsesDraft }: FlowPanelProps) => {
  const { api, href } = useAgentScope();
  const { data: flow } = useResource(at(api, '/flow'));
  const state = (): string | undefined => {
    if (!flow) return undefined;
    if (flow.draft === null) return t('tryIt.flow.none');
    if (flow.publishedVersion === null) return t('tryIt.flow.notPublished');
    return flow.isChanged
      ? t('tryIt.flow.changed', { version: flow.publishedVersion })
      : t('tryIt.flow.same', { version: flow.publishedVersion });
  };
  return (
    <Paper className={classes.panel}>
      <Group justify="space-between" mb="xs">
        <Title order={2}>{t('tryIt.flow')}</Title>
        <Anchor component={Link} href={`${href}/flow`} size="sm">
          {t('tryIt.flow.open')}
        </Anchor>
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {state()}
      </Text>
      <Switch
        label={t('tryIt.draft')}
        description={t('tryIt.draft.hint')}
        checked={usesDraft}
        onChange={(event) => onUsesDraft(event.currentTarget.checked)}
      />
    </Paper>
  );
};
