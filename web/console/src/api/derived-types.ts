/** Names for parts of the generated types. Each is derived from its schema. */
import type {
  AgentSettings,
  AgentSummary,
  Delivery,
  DeliveryDetail,
  Job,
  KnowledgeDocument,
  Message,
  Round,
  Routes,
  SecondStep,
  SheetPreview,
  TableField,
} from './generated.ts';

export type AgentKind = AgentSummary['kind'];
export type RecognitionScheme = AgentSettings['recognition']['image'];
export type McpServer = AgentSettings['tools']['mcp'][number];
export type Authorization = NonNullable<AgentSettings['webhook']['authorization']>;

type KeyOf<Union> = Union extends unknown ? keyof Union : never;
type ValueAt<Union, Key> = Union extends unknown ? (Key extends keyof Union ? Union[Key] : never) : never;

type ChosenModel = NonNullable<AgentSettings['model']>;
/** A model of a connection of the workspace. */
export type ModelReference = Extract<ChosenModel, { provider: 'connection' }>;
type StoredModel = Exclude<ChosenModel, ModelReference>;
/** A model while it is edited. The provider can change, so it can have the fields of any provider. */
export type ModelConfig = { provider: StoredModel['provider'] } & {
  [Key in Exclude<KeyOf<StoredModel>, 'provider'>]?: ValueAt<StoredModel, Key>;
};
/** The model of agents without their own; null: that of the service. */
export type DefaultModel = NonNullable<
  Routes['/workspaces/{workspaceId}/model-connections']['get']['answer']['defaultModel']
>;
export type Takes = NonNullable<ModelConfig['takes']>;

export type Channel = NonNullable<
  Routes['/workspaces/{workspaceId}/agents/{agentId}/conversations']['get']['query']['channel']
>;
export type Quality = Round['quality'];
export type Feedback = Round['feedback'];
/** Without the text of the chunk, which is part of the round. */
export type MessageCitation = Message['citations'][number];

export type DeliveryStatus = Delivery['status'];
export type DeliveryAttempt = DeliveryDetail['log'][number];
export type JobState = Job['state'];
export type DocumentStatus = KnowledgeDocument['status'];
export type DocumentProgress = NonNullable<KnowledgeDocument['progress']>;
export type FieldType = TableField['type'];

export type SecondFactorMethod = SecondStep['secondFactor']['methods'][number];
export type SignInMethods = Routes['/sign-in/methods']['get']['answer'];

/** Order of day and month in the dates of a file. */
export type DateOrder = NonNullable<SheetPreview['formats'][number]['dateOrder']>;
