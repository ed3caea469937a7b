import { plainMessages } from '../../messages/translate.ts';

/** The tab of each group of messages (`agentSettings.<group>.<name>`). A test compares it with the messages. */
export const tabOfGroup: Readonly<Record<string, string>> = {
  general: 'general',
  prompt: 'general',
  model: 'general',
  output: 'general',
  knowledge: 'knowledge',
  filter: 'knowledge',
  memory: 'knowledge',
  tools: 'tools',
  parameters: 'tools',
  toolTest: 'tools',
  mcp: 'tools',
  tables: 'tools',
  files: 'files',
  channels: 'channels',
  search: 'channels',
  originList: 'channels',
  appearance: 'channels',
  disclosure: 'channels',
  identity: 'channels',
  visitorLimits: 'channels',
  storage: 'channels',
  webhook: 'webhook',
  receiver: 'webhook',
  humanService: 'webhook',
  prices: 'limits',
  limits: 'limits',
  retention: 'limits',
  duplicate: 'danger',
  delete: 'danger',
};

export interface IndexedSetting {
  /** Key of its label. */
  key: string;
  label: string;
  /** Title of its section, if it has one. */
  section: string;
  tab: string;
  /** Its hint, which is searched too. */
  hint: string;
}

const area = 'agentSettings';
/** Labels of fields are short. Sentences are descriptions, notices and errors. */
const isLabel = (text: string): boolean => text.length <= 60 && !/[.?!。？！]$/.test(text);
const isOther = /(Hint|Placeholder|description|empty)$/;

/** Every setting of an agent by the words of its label, built from the messages of the active language. */
export const settingIndex = (): IndexedSetting[] => {
  const texts = new Map(plainMessages(`${area}.`));
  return [...texts].flatMap(([key, label]) => {
    const [, group = '', name = '', ...rest] = key.split('.');
    const tab = tabOfGroup[group];
    if (tab === undefined || name === '' || rest.length > 0 || isOther.test(name) || !isLabel(label))
      return [];
    const hint =
      texts.get(`${key}Hint`) ?? (name === 'title' ? texts.get(`${area}.${group}.description`) : '');
    return [{ key, label, tab, section: texts.get(`${area}.${group}.title`) ?? '', hint: hint ?? '' }];
  });
};

/** Text of a label that an address names, if it is one of the index. */
export const labelOfSetting = (key: string): string | undefined =>
  settingIndex().find((setting) => setting.key === key)?.label;

/** Where the settings page shows a setting. */
export const settingAddress = ({ tab, key }: IndexedSetting): string =>
  `/settings?section=${tab}&field=${encodeURIComponent(key)}`;
