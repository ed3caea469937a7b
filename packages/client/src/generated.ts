// Generated from openapi.json by "npm run openapi". Do not edit: change the schema of the route instead.

export interface Failure {
  /** Error code */
  code: number;
  /** Error message; names the field and the rule */
  message: string;
  /** ID of the request in the logs */
  request_id?: string;
}
export interface CreateConversationRequest {
  /** ID of the user in your own system */
  user_id: string;
}
export interface NewConversation {
  conversation_id: string;
}
export interface TextPart {
  type: 'text';
  text: string;
}
/** Either `url` or `base64_content` */
export interface MessageFile {
  url?: string | null;
  base64_content?: string | null;
  name?: string | null;
  format?: string | null;
}
export interface ImagePart {
  type: 'image';
  image: MessageFile | MessageFile[];
}
export interface AudioPart {
  type: 'audio';
  audio: MessageFile | MessageFile[];
}
export interface DocumentPart {
  type: 'document';
  document: MessageFile | MessageFile[];
}
export type MessagePart = TextPart | ImagePart | AudioPart | DocumentPart;
export interface Message {
  role: 'user' | 'assistant';
  content: string | MessagePart[];
}
/** Knowledge bases and documents that are searched; two empty lists: none */
export interface KnowledgeScope {
  group_ids?: string[] | null;
  data_ids?: string[] | null;
}
/** For this call only */
export interface ConversationConfig {
  short_term_memory?: boolean | null;
  long_term_memory?: boolean | null;
  knowledge?: KnowledgeScope | null;
}
export interface SendMessageRequest {
  /** The conversation to continue */
  conversation_id: string;
  response_mode?: 'blocking' | 'streaming' | 'webhook' | null;
  /** The newest user message is last */
  messages: Message[];
  conversation_config?: ConversationConfig | null;
}
export interface AudioOutput {
  /** URL of the recording */
  audio: string;
  transcript: string;
}
export interface OutputContent {
  text: string;
  audio: AudioOutput[];
}
/** Output of one component of the agent */
export interface Output {
  from_component_branch: string;
  from_component_name: string;
  content: OutputContent;
}
export interface PromptTokenDetails {
  audio_tokens: number;
  text_tokens: number;
}
export interface CompletionTokenDetails {
  reasoning_tokens: number;
  audio_tokens: number;
  text_tokens: number;
}
export interface TokenCounts {
  total_tokens: number;
  prompt_tokens: number;
  prompt_tokens_details: PromptTokenDetails;
  completion_tokens: number;
  completion_tokens_details: CompletionTokenDetails;
}
export interface CreditCounts {
  total_credits: number;
  text_input_credits: number;
  text_output_credits: number;
  audio_input_credits: number;
  audio_output_credits: number;
  /** Cost of rerankers, tools and tables, if they have a price */
  service_credits?: number;
}
export interface Usage {
  tokens: TokenCounts;
  credits: CreditCounts;
}
export interface Reply {
  /** Seconds */
  create_time: number;
  conversation_id: string;
  message_id: string;
  answer_id: string;
  output: Output[];
  usage: Usage;
}
export interface AcceptedMessage {
  /** Seconds */
  create_time: number;
  conversation_id: string;
  message_id: string;
  answer_id: string;
}
/** The reply (blocking), or the IDs of the accepted message (webhook) */
export type SentMessage = Reply | AcceptedMessage;
/** Last event: the reply is complete */
export interface EndEvent {
  code: 0;
  message: 'End';
  data: null;
}
/** Sent many times; all pieces together are the reply */
export interface TextEvent {
  code: 3;
  message: 'Text';
  /** Piece of the reply */
  data: string;
}
/** Tokens of the round; only in version 2 */
export interface CostEvent {
  code: 4;
  message: 'Cost';
  data: TokenCounts;
}
export interface AudioData {
  transcript: string;
  url: string;
  seconds: number;
}
export interface FlowOutput {
  content: string;
  branch: string | null;
  from_component_name: string;
  /** Present if there is sound */
  audioDatas?: AudioData[];
}
/** The whole reply, by component */
export interface FlowOutputEvent {
  code: 10;
  message: 'FlowOutput';
  data: FlowOutput[];
}
export interface MessageInfo {
  message_id: string;
  answer_id: string;
}
/** First event: the IDs with which the stream is resumed and the reply is rated */
export interface MessageInfoEvent {
  code: 11;
  message: 'MessageInfo';
  data: MessageInfo;
}
export interface AudioFragment {
  /** Sound, as base64; empty if this is a piece of the transcript */
  audioAnswer: string;
  /** Piece of the text; empty if this is sound */
  transcript: string;
}
/** Sound of the reply, or a piece of its transcript; only in version 2 */
export interface AudioEvent {
  code: 39;
  message: 'Audio';
  data: AudioFragment;
}
/** The round failed. It is the last event: a stream without `End` is incomplete */
export interface FailureEvent {
  /** Error code */
  code: 20022 | 20040 | 20055 | 20059 | 40000 | 40008 | 40127 | 40356 | 40358 | 40364 | 40378 | 50000 | 403100 | 403101 | 403102 | 403103 | 403104 | 403105 | 403106 | 403108 | 403111 | 403131;
  /** Error message */
  message: string;
  data: null;
  /** ID of the request in the logs */
  request_id?: string;
}
/** The data of one server-sent event. Order: 11, then 3 and 39, then 10, 4 and 0 */
export type StreamEvent = EndEvent | TextEvent | CostEvent | FlowOutputEvent | MessageInfoEvent | AudioEvent | FailureEvent;
/** Either `url` or `base64_content` */
export interface MessageFileV1 {
  url?: string | null;
  base64_content?: string | null;
  name?: string | null;
  width?: number | null;
  height?: number | null;
}
export interface KnowledgeScopeV1 {
  data_ids?: string[] | null;
}
export interface SendMessageV1Request {
  /** The conversation to continue */
  conversation_id: string;
  text?: string | null;
  files?: MessageFileV1[] | null;
  response_mode?: 'blocking' | 'streaming' | 'webhook' | null;
  short_term_memory?: boolean | null;
  long_term_memory?: boolean | null;
  knowledge?: KnowledgeScopeV1 | null;
}
export interface OutputV1 {
  content: string;
  branch: string | null;
  from_component_name: string;
}
export interface ReplyV1 {
  message_id: string;
  answer_id: string;
  message_type: 'ANSWER' | 'QUESTION';
  /** All outputs, a blank line between them */
  text: string;
  flow_output: OutputV1[];
  /** Seconds */
  create_time: number;
  conversation_id: string;
}
/** The reply (blocking), or the IDs of the accepted message (webhook) */
export type SentMessageV1 = ReplyV1 | AcceptedMessage;
/** The data of one server-sent event. Order: 11, then 3, then 10 and 0 */
export type StreamEventV1 = EndEvent | TextEvent | FlowOutputEvent | MessageInfoEvent | FailureEvent;
export interface StopMessageRequest {
  message_id: string;
}
export interface StoppedMessage {
  message_id: string;
}
/** Values of variables of the flow, and possibly the question as `question` */
export type WorkflowValues = Record<string, unknown>;
export interface InvokeWorkflowRequest {
  user_id?: string | null;
  /** The question, or an object with values of variables of the flow and possibly the question as `question` */
  input: string | WorkflowValues;
  response_mode?: 'sync' | 'async' | 'webhook' | null;
}
export interface WorkflowError {
  code: number;
  message: string;
}
export interface WorkflowRun {
  workflow_run_id: string;
  /** Conversation of this run. A message to it answers a question of the flow */
  conversation_id: string;
  /** `WAITING`: the flow asked the user a question */
  status: 'RUNNING' | 'SUCCEEDED' | 'WAITING' | 'FAILED' | 'STOPPED';
  /** Seconds */
  create_time: number;
  /** Seconds */
  end_time?: number;
  output?: Output[];
  usage?: Usage;
  error?: WorkflowError;
}
/** Either `url` or `base64_content` */
export interface HumanReplyFile {
  name?: string | null;
  url?: string | null;
  base64_content?: string | null;
}
export interface SendHumanReplyRequest {
  /** From the establish or chat call */
  conversation_id: string;
  /** Time of the caller, in milliseconds */
  timestamp: number;
  body?: string | null;
  files?: HumanReplyFile[] | null;
}
export interface Success {
  code: 0;
  message: 'OK';
}
export interface CloseHumanSessionRequest {
  /** From the establish or chat call */
  conversation_id: string;
  /** Time of the caller, in milliseconds */
  timestamp: number;
}
export interface ClosedHumanSession {
  conversation_id: string;
  timestamp: number;
}
export interface LeaveHumanSessionRequest {
  /** From the establish or chat call */
  conversation_id: string;
}
export interface WebhookCheck {
  type: 'message' | 'human_service';
  webhook_url: string;
  /** Whether the address answered, with any status */
  reachable: boolean;
  http_status: number | null;
  latency_ms: number;
}
export interface WebhookChecks {
  results: WebhookCheck[];
}
export interface NewDocumentFile {
  file_url?: string | null;
  file_base64?: string | null;
  file_name?: string | null;
  source_url?: string | null;
}
export interface AddTextDocumentsRequest {
  knowledge_base_id?: string | null;
  files: NewDocumentFile[];
  chunk_token?: number | null;
  splitter?: string | null;
}
export interface UploadedDocument {
  doc_id: string;
  doc_name: string;
}
export interface UploadResult {
  doc: UploadedDocument[];
  /** Names (when added) or IDs (when updated) of the documents that failed */
  failed: string[];
}
export interface AddSpreadsheetDocumentsRequest {
  knowledge_base_id?: string | null;
  files: NewDocumentFile[];
  chunk_token?: number | null;
  header_row?: number | null;
}
export interface ChangedDocumentFile {
  file_url?: string | null;
  file_base64?: string | null;
  /** The document to update */
  doc_id: string;
  source_url?: string | null;
}
export interface UpdateTextDocumentsRequest {
  files: ChangedDocumentFile[];
  chunk_token?: number | null;
  splitter?: string | null;
}
export interface UpdateSpreadsheetDocumentsRequest {
  files: ChangedDocumentFile[];
  chunk_token?: number | null;
  header_row?: number | null;
}
export interface QaPair {
  question: string;
  questions?: string[] | null;
  answer: string;
}
export interface NewQaFile {
  file_name: string;
  qa: QaPair[];
}
export interface AddQaDocumentsRequest {
  knowledge_base_id?: string | null;
  files: NewQaFile[];
}
export interface ChangedQaFile {
  /** The document to update */
  doc_id: string;
  qa: QaPair[];
}
export interface UpdateQaDocumentsRequest {
  files: ChangedQaFile[];
}
export interface NewChunk {
  content: string;
  keywords?: string[] | null;
}
export interface AddChunksRequest {
  /** The document */
  doc_id: string;
  chunks: NewChunk[];
}
export interface AddedChunks {
  doc_id: string;
  chunk_ids: string[];
}
export interface KnowledgeDocument {
  id: string;
  name: string;
  format: string;
  source_url: string;
  /** PENDING, PROCESSING, ACTIVE or FAILED */
  status: string;
  /** Number of chunks */
  chunk: number;
  token: number;
  char_count: number;
  /** Seconds */
  create_time: number;
  /** Seconds */
  update_time: number;
  creator_id: string;
  creator_email: string;
  /** Parts of the file that could not be read */
  warnings?: string[];
}
export interface DocumentPage {
  list: KnowledgeDocument[];
  total: number;
}
export interface DocumentStatus {
  data_id: string;
  /** AVAILABLE, PENDING, PROCESSING or FAILED */
  data_status: string;
  fail_reason?: string;
}
export interface Affected {
  /** Number of changed items */
  affectCount: number;
}
export interface CreateKnowledgeBaseRequest {
  name: string;
  desc?: string | null;
}
export interface NewKnowledgeBase {
  knowledge_base_id: string;
}
export interface KnowledgeBase {
  id: string;
  name: string;
  desc: string;
  /** Number of documents */
  doc: number;
  chunk: number;
  token: number;
  owner_id: string;
  owner_email: string;
}
export interface KnowledgeBasePage {
  knowledge_base: KnowledgeBase[];
  total: number;
}
export interface AttributeCondition {
  name: string;
  /** gte: at least; lte: at most; texts are compared by their characters */
  operator: 'equals' | 'not_equals' | 'gte' | 'lte';
  /** A list means any of its values for equals, none of them for not_equals */
  value: string | number | boolean | (string | number | boolean)[];
}
/** Searches only documents with these tags and attributes */
export interface KnowledgeFilter {
  /** The document has at least one of these tags */
  tags?: string[];
  /** Conditions that the attributes of the document all fulfil */
  attributes?: AttributeCondition[];
}
export interface MatchVectorsRequest {
  /** Query text or keywords */
  prompt: string;
  embedding_rate?: number | null;
  group_ids?: string[] | null;
  data_ids?: string[] | null;
  top_k?: number | null;
  rerank_version?: 'BGE-Rerank' | 'Jina-reranker-v2-base-multilingual' | 'Jina-colbert-v2' | 'BCE-Rerank' | null;
  doc_correlation?: number | null;
  filter?: KnowledgeFilter | null;
}
export interface MatchedChunk {
  content: string;
  data_id: string;
  document_name: string;
  score: number;
  semantic_score: number;
  keyword_score: number;
}
export interface SearchWarning {
  code: 'embedding_failed' | 'language_not_embedded' | 'reranker_failed' | 'reranker_not_set_up';
  message: string;
}
export interface VectorMatches {
  total: number;
  list: MatchedChunk[];
  /** Present if the search ran without the reranker, or if keywords replaced the embedding model because it failed or does not know the language of the query */
  warnings?: SearchWarning[];
}
export interface SnippetPart {
  text: string;
  /** A word of the query */
  is_match: boolean;
}
export interface SearchedDocument {
  /** ID of the document */
  data_id: string;
  /** Name of the document */
  title: string;
  /** Source URL of the document; empty if it has none */
  url: string;
  /** ID of the chunk that matches best */
  chunk_id: string;
  /** Headings above the chunk, outermost first */
  headings: string[];
  /** Plain text of the chunk around the words of the query, in parts */
  snippet: SnippetPart[];
  /** From 0 to 1 */
  score: number;
  tags: string[];
  attributes: Record<string, string | number | boolean>;
}
export interface FacetValue {
  value: string | number | boolean;
  /** Number of documents */
  count: number;
}
export interface SearchFacet {
  name: string;
  values: FacetValue[];
}
export interface SearchResults {
  /** Number of documents found */
  total: number;
  list: SearchedDocument[];
  /** The 20 most frequent values of each attribute named by facets */
  facets: SearchFacet[];
}
export interface AnswerPart {
  start: number;
  end: number;
}
export interface Citation {
  content: string;
  data_id: string;
  data_name: string;
  source_url: string;
  score: number;
  /** Parts of the answer that used the chunk, in UTF-16 units */
  positions: AnswerPart[];
}
export interface CitationList {
  conversation_id: string;
  question_id: string;
  answer_id: string;
  correlate_dataset: Citation[];
}
export interface ListCitedDocumentsRequest {
  /** message_id or answer_id of a round */
  message_id: string;
}
export interface CitedDocument {
  dataId: string;
  dataName: string;
  sourceUrl: string;
}
export interface CitedDocuments {
  conversationId: string;
  questionId: string;
  answerId: string;
  refDoc: CitedDocument[];
}
export interface CitedDocumentList {
  code: 0;
  msg: 'success';
  data: CitedDocuments;
}
export interface ConversationSummary {
  conversation_id: string;
  user_id: string;
  /** Milliseconds */
  recent_chat_time: number;
  /** Beginning of the first question */
  subject: string;
  conversation_type: string;
  /** Rounds */
  message_count: number;
  cost_credit: number;
  bot_id: string;
}
export interface ConversationPage {
  list: ConversationSummary[];
  total: number;
}
export interface QaRecord {
  /** The message_id of the round */
  id: string;
  /** Seconds */
  q_time: number;
  q: string;
  a: string;
  user_feedback: 'NONE' | 'GOOD' | 'BAD';
  /** Of a bad rating, if the user chose a reason */
  feedback_reason?: 'INCORRECT' | 'INCOMPLETE' | 'OFF_TOPIC' | 'TOO_LONG' | 'OFFENSIVE' | 'OTHER';
  /** Of a bad rating, if the user wrote one */
  feedback_comment?: string;
  convo_id: string;
  convo_type: string;
  /** The answer_id */
  aid: string;
  user_id: string;
}
export interface QaRecordPage {
  qa: QaRecord[];
}
export interface ListedTextPart {
  type: 'text';
  text: string;
}
export interface ListedFilePart {
  type: 'image' | 'audio' | 'document';
  /** Name of the file */
  text: string;
  /** Name of the file */
  name: string;
  /** Signed URL, valid for one day */
  url: string;
}
export type ListedPart = ListedTextPart | ListedFilePart;
export interface ListedContent {
  branch_content: ListedPart[];
}
export interface ListedMessage {
  /** Of a question: the message_id of the round. Of a reply: its answer_id */
  message_id: string;
  /** Of a reply: the message_id of its round */
  parent_message_id?: string;
  /** Milliseconds */
  create_time: number;
  role: 'user' | 'assistant';
  /** `human`: a person answered instead of the agent */
  from?: 'human' | 'service';
  content: ListedContent[];
}
export interface MessagePage {
  total: number;
  conversation_content: ListedMessage[];
}
export interface ListedMessageV1 {
  /** Of a question: the message_id of the round. Of a reply: its answer_id */
  message_id: string;
  /** Of a reply: the message_id of its round; otherwise empty */
  parent_message_id: string;
  message_type: 'QUESTION' | 'ANSWER';
  text: string;
  /** Milliseconds */
  create_time: number;
}
export interface MessagePageV1 {
  total: number;
  messages: ListedMessageV1[];
}
export interface RateReplyRequest {
  /** answer_id of the reply, or message_id of its round */
  answer_id: string;
  quality: 'NONE' | 'UNRESOLVED' | 'PARTIALLY_RESOLVED' | 'FULLY_RESOLVED';
}
export interface SendFeedbackRequest {
  /** answer_id of the reply, or message_id of its round */
  answer_id: string;
  feedback: 'POSITIVE' | 'NEGATIVE' | 'CANCELED';
  reason?: 'INCORRECT' | 'INCOMPLETE' | 'OFF_TOPIC' | 'TOO_LONG' | 'OFFENSIVE' | 'OTHER' | null;
  comment?: string | null;
}
export interface NextQuestions {
  questions: string[];
}
export interface NewTableField {
  /** Lower-case letters, digits and underscores; unique in the table */
  name: string;
  description?: string | null;
  type: 'TEXT' | 'INT' | 'FLOAT' | 'DATETIME' | 'BOOLEAN';
  required?: boolean | null;
  unique?: boolean | null;
}
export interface CreateTableRequest {
  /** Lower-case letters, digits and underscores; the first is a letter */
  name: string;
  /** Tells the model what the table contains */
  description: string;
  fields: NewTableField[];
}
export interface NewTable {
  code: 0;
  message: 'OK';
  /** ID of the table */
  data: string;
}
export interface ListTablesRequest {
  page?: number | null;
  page_size?: number | null;
}
export interface TableField {
  name: string;
  description: string;
  type: 'TEXT' | 'INT' | 'FLOAT' | 'DATETIME' | 'BOOLEAN';
  required: boolean;
  unique: boolean;
}
export interface TableInfo {
  id: string;
  name: string;
  description: string;
  field_count: number;
  fields: TableField[];
  bot_id: string;
  /** The workspace */
  project_id: string;
  /** API key or operator that created the table */
  owner_id: string;
}
export interface TablePage {
  tables: TableInfo[];
  total: number;
}
export interface TableList {
  code: 0;
  message: 'OK';
  data: TablePage;
}
/** Values by field name */
export type RecordValues = Record<string, unknown>;
export interface NewRecord {
  values: RecordValues;
}
export interface ImportRecordsRequest {
  table_id: string;
  records: NewRecord[];
}
export interface StartedImport {
  code: 0;
  message: 'OK';
  /** One item: ID of the import */
  data: string[];
}
export interface RejectedRow {
  /** From 1 */
  row: number;
  fail_reason: string;
}
export interface ImportResult {
  id: string;
  status: 'PENDING_PARSE' | 'AVAILABLE' | 'FAIL';
  /** 0 to 1 */
  progress: number;
  total_count: number;
  success_count: number;
  fail_count: number;
  fail_detail: RejectedRow[];
}
export interface UpdateRecordRequest {
  table_id: string;
  record_id?: string | null;
  filter?: RecordValues | null;
  updated_fields: RecordValues;
}
export interface ListRecordsRequest {
  table_id: string;
  page?: number | null;
  page_size?: number | null;
  filter?: RecordValues | null;
  keyword?: string | null;
}
export interface TableRecord {
  id: string;
  value: RecordValues;
  /** Milliseconds */
  created_at: number;
  /** Milliseconds */
  updated_at: number;
}
export interface RecordPage {
  table_info: TableInfo;
  records: TableRecord[];
  total_count: number;
}
export interface RecordList {
  code: 0;
  message: 'OK';
  data: RecordPage;
}
export interface RecordUpdate {
  record_id?: string | null;
  filter?: RecordValues | null;
  updated_fields: RecordValues;
}
export interface UpdateRecordsRequest {
  table_id: string;
  update_data: RecordUpdate[];
  is_create?: boolean | null;
}
export interface RejectedRecord {
  /** From 0 */
  index: number;
  fail_reason: string;
}
export interface UpdatedRecords {
  total_count: number;
  success_count: number;
  fail_count: number;
  fail_detail: RejectedRecord[];
}
/** Either `record_id` or `filter` */
export interface RecordSelector {
  record_id?: string | null;
  filter?: RecordValues | null;
}
export interface DeleteRecordsRequest {
  table_id: string;
  delete_data: RecordSelector[];
}
export interface GivenUserProperty {
  property_name: string;
  value: string | number | boolean | null;
}
export interface UpdateUserPropertiesRequest {
  user_id: string;
  property_values: GivenUserProperty[];
}
export interface UserProperty {
  property_name: string;
  value: string | number | boolean;
}
export interface RejectedUserProperty {
  property_name: string;
  value: string | number | boolean;
  fail_reason: string;
}
export interface UserPropertyUpdate {
  success_update: UserProperty[];
  fail_update: RejectedUserProperty[];
}
export interface UserProperties {
  user_id: string;
  /** Present if the request used this ID */
  anonymous_id?: string;
  property_values: UserProperty[];
}
export interface LinkAnonymousUserRequest {
  anonymous_id: string;
  user_id: string;
}
export interface ApiKeyOwner {
  type: string;
  id: string;
}
export interface AgentDetail {
  bot_id: string;
  name: string;
  bot_type: string;
  /** Tokens */
  question_limit: number;
  short_term_memory: boolean;
  long_term_memory: boolean;
}
export interface BillTotal {
  start_date: string;
  end_date: string;
  /** Credits */
  total: number;
  /** Credits */
  chat: number;
  /** Credits */
  knowledge_doc_indexing: number;
  /** Credits */
  rerank: number;
  /** Credits */
  database_processing: number;
  /** Credits */
  tool_call: number;
  /** Credits */
  asr: number;
  /** Credits */
  tts: number;
}
export interface BillDay {
  date: string;
  /** Credits */
  total: number;
  /** Credits */
  chat: number;
  /** Credits */
  knowledge_doc_indexing: number;
  /** Credits */
  rerank: number;
  /** Credits */
  database_processing: number;
  /** Credits */
  tool_call: number;
  /** Credits */
  asr: number;
  /** Credits */
  tts: number;
}
/** Recording in mp3, wav, aac, m4a, ogg or flac, as `url` or `base64_content` */
export interface Recording {
  url?: string | null;
  base64_content?: string | null;
  name?: string | null;
  format?: string | null;
}
export interface TranscribeAudioRequest {
  audio: Recording;
}
export interface Transcript {
  text: string;
}
export interface SynthesizeSpeechRequest {
  /** Text to speak */
  text: string;
}
export interface SpeechFile {
  /** URL of an MP3 file, valid for seven days without an API key */
  url: string;
  seconds: number;
}
export interface SynthesizedSpeech {
  audio: SpeechFile;
}
export interface DeliveredFile {
  name: string;
  /** Media type */
  type: string;
  /** Bytes */
  size: number;
  /** Signed URL, valid for 7 days */
  url: string;
}
/** Present if the round failed */
export interface DeliveredError {
  /** Error code */
  code: number;
  message: string;
}
export interface DeliveredReply {
  conversation_id: string;
  message_id: string;
  answer_id: string;
  /** Seconds */
  create_time: number;
  output: Output[];
  usage: Usage;
  /** Present if there are files */
  files?: DeliveredFile[];
  error?: DeliveredError;
}
export interface DeliveredReplyV1 {
  conversation_id: string;
  message_id: string;
  answer_id: string;
  /** Seconds */
  create_time: number;
  message_type: 'ANSWER' | 'QUESTION';
  text: string;
  flow_output: FlowOutput[];
  /** Present if there are files */
  files?: DeliveredFile[];
  error?: DeliveredError;
}
export interface PageOpenedData {
  /** Whether the user is verified */
  user_proven: boolean;
}
/** A visitor opened the chat page */
export interface PageOpenedEvent {
  event: 'page.opened';
  /** Milliseconds */
  timestamp: number;
  bot_id: string;
  /** Empty if there is no conversation */
  conversation_id: string;
  /** Channel; empty if there is no conversation */
  conversation_type: string;
  user_id: string;
  anonymous_id: string;
  data: PageOpenedData;
}
export interface WidgetOpenedData {
  /** Whether the user is verified */
  user_proven: boolean;
}
/** A visitor opened the widget */
export interface WidgetOpenedEvent {
  event: 'widget.opened';
  /** Milliseconds */
  timestamp: number;
  bot_id: string;
  /** Empty if there is no conversation */
  conversation_id: string;
  /** Channel; empty if there is no conversation */
  conversation_type: string;
  user_id: string;
  anonymous_id: string;
  data: WidgetOpenedData;
}
export interface WidgetClosedData {
  /** Whether the user is verified */
  user_proven: boolean;
}
/** A visitor closed the widget */
export interface WidgetClosedEvent {
  event: 'widget.closed';
  /** Milliseconds */
  timestamp: number;
  bot_id: string;
  /** Empty if there is no conversation */
  conversation_id: string;
  /** Channel; empty if there is no conversation */
  conversation_type: string;
  user_id: string;
  anonymous_id: string;
  data: WidgetClosedData;
}
export interface MessageSentData {
  message_id: string;
  /** Whether the user is verified */
  user_proven: boolean;
}
/** A visitor sent a message */
export interface MessageSentEvent {
  event: 'message.sent';
  /** Milliseconds */
  timestamp: number;
  bot_id: string;
  /** Empty if there is no conversation */
  conversation_id: string;
  /** Channel; empty if there is no conversation */
  conversation_type: string;
  user_id: string;
  anonymous_id: string;
  data: MessageSentData;
}
export interface FeedbackGivenData {
  message_id: string;
  answer_id: string;
  rating: 'GOOD' | 'BAD' | 'NONE';
  reason?: 'INCORRECT' | 'INCOMPLETE' | 'OFF_TOPIC' | 'TOO_LONG' | 'OFFENSIVE' | 'OTHER';
  comment?: string;
  /** Whether the user is verified */
  user_proven: boolean;
}
/** A visitor rated a reply */
export interface FeedbackGivenEvent {
  event: 'feedback.given';
  /** Milliseconds */
  timestamp: number;
  bot_id: string;
  /** Empty if there is no conversation */
  conversation_id: string;
  /** Channel; empty if there is no conversation */
  conversation_type: string;
  user_id: string;
  anonymous_id: string;
  data: FeedbackGivenData;
}
export interface HandoffStartedData {
  session_id: string;
  trigger: 'tool' | 'phrase' | 'flow' | 'button' | 'operator';
}
/** A human session started */
export interface HandoffStartedEvent {
  event: 'handoff.started';
  /** Milliseconds */
  timestamp: number;
  bot_id: string;
  /** Empty if there is no conversation */
  conversation_id: string;
  /** Channel; empty if there is no conversation */
  conversation_type: string;
  user_id: string;
  anonymous_id: string;
  data: HandoffStartedData;
}
export interface HandoffWaitingData {
  session_id: string;
  cause: 'started' | 'returned';
}
/** A human session waits for a person */
export interface HandoffWaitingEvent {
  event: 'handoff.waiting';
  /** Milliseconds */
  timestamp: number;
  bot_id: string;
  /** Empty if there is no conversation */
  conversation_id: string;
  /** Channel; empty if there is no conversation */
  conversation_type: string;
  user_id: string;
  anonymous_id: string;
  data: HandoffWaitingData;
}
export interface HandoffMissedData {
  session_id: string;
  reason: 'not_taken' | 'no_reply' | 'user_left' | 'unreachable';
}
/** Nobody answered the user in time */
export interface HandoffMissedEvent {
  event: 'handoff.missed';
  /** Milliseconds */
  timestamp: number;
  bot_id: string;
  /** Empty if there is no conversation */
  conversation_id: string;
  /** Channel; empty if there is no conversation */
  conversation_type: string;
  user_id: string;
  anonymous_id: string;
  data: HandoffMissedData;
}
export interface HandoffClosedData {
  session_id: string;
  reason: 'HUMAN_CLOSED' | 'USER_CLOSED' | 'TIMEOUT' | 'OPERATOR_CLOSED' | 'UNREACHABLE';
}
/** A human session ended */
export interface HandoffClosedEvent {
  event: 'handoff.closed';
  /** Milliseconds */
  timestamp: number;
  bot_id: string;
  /** Empty if there is no conversation */
  conversation_id: string;
  /** Channel; empty if there is no conversation */
  conversation_type: string;
  user_id: string;
  anonymous_id: string;
  data: HandoffClosedData;
}
export interface SourceSyncedData {
  source_id: string;
  name: string;
  url: string;
  run_id: string;
  added: number;
  updated: number;
  unchanged: number;
  removed: number;
  skipped: number;
}
/** A sync of a knowledge source ended */
export interface SourceSyncedEvent {
  event: 'source.synced';
  /** Milliseconds */
  timestamp: number;
  bot_id: string;
  /** Empty if there is no conversation */
  conversation_id: string;
  /** Channel; empty if there is no conversation */
  conversation_type: string;
  user_id: string;
  anonymous_id: string;
  data: SourceSyncedData;
}
export interface SourceFailedData {
  source_id: string;
  name: string;
  url: string;
  run_id: string;
  reason: string;
}
/** A sync of a knowledge source failed */
export interface SourceFailedEvent {
  event: 'source.failed';
  /** Milliseconds */
  timestamp: number;
  bot_id: string;
  /** Empty if there is no conversation */
  conversation_id: string;
  /** Channel; empty if there is no conversation */
  conversation_type: string;
  user_id: string;
  anonymous_id: string;
  data: SourceFailedData;
}
export interface EvaluationRegressedData {
  test_set_id: string;
  name: string;
  run_id: string;
  previous_run_id: string;
  version: number;
  cases: number;
  passed_cases: number;
  regressions: number;
  started_by: string;
}
/** Cases of a test set no longer pass */
export interface EvaluationRegressedEvent {
  event: 'evaluation.regressed';
  /** Milliseconds */
  timestamp: number;
  bot_id: string;
  /** Empty if there is no conversation */
  conversation_id: string;
  /** Channel; empty if there is no conversation */
  conversation_type: string;
  user_id: string;
  anonymous_id: string;
  data: EvaluationRegressedData;
}
export type DeliveredEvent = PageOpenedEvent | WidgetOpenedEvent | WidgetClosedEvent | MessageSentEvent | FeedbackGivenEvent | HandoffStartedEvent | HandoffWaitingEvent | HandoffMissedEvent | HandoffClosedEvent | SourceSyncedEvent | SourceFailedEvent | EvaluationRegressedEvent;
export interface ContextMessage {
  message_type: 'QUESTION' | 'ANSWER';
  text: string;
}
/** Empty if unknown */
export interface UserInfo {
  phone: string;
  email: string;
  user_id: string;
  anonymous_id: string;
}
export interface EstablishCall {
  /** To be sent back with replies */
  conversation_id: string;
  /** Milliseconds */
  timestamp: number;
  /** Address of the user, or the support address of the agent */
  email: string;
  bot_id: string;
  /** The newest 50 rounds, oldest first */
  body: ContextMessage[];
  user_info: UserInfo;
  /** Present if there are files */
  files?: DeliveredFile[];
  /** Present in test chats and connection tests */
  test?: true;
}
export interface ChatCall {
  conversation_id: string;
  /** Milliseconds */
  timestamp: number;
  /** Text of the user */
  body: string;
  /** Present if there are files */
  files?: DeliveredFile[];
  /** Present in test chats and connection tests */
  test?: true;
}
export interface CloseCall {
  conversation_id: string;
  /** Milliseconds */
  timestamp: number;
  type: 'TIMEOUT' | 'USER_CLOSED';
  /** Present in test chats and connection tests */
  test?: true;
}
export interface Operations {
  /** Create a conversation */
  createConversation: {
    input: CreateConversationRequest;
    output: NewConversation;
  };
  /** Send a message (version 2) */
  sendMessage: {
    input: SendMessageRequest;
    output: SentMessage;
  };
  /** Send a message (version 1) */
  sendMessageV1: {
    input: SendMessageV1Request;
    output: SentMessageV1;
  };
  /** Stop a reply */
  stopMessage: {
    input: StopMessageRequest;
    output: StoppedMessage;
  };
  /** Start a workflow */
  invokeWorkflow: {
    input: InvokeWorkflowRequest;
    output: WorkflowRun;
  };
  /** Get the result of a workflow */
  getWorkflowResult: {
    input: {
      workflow_run_id: string;
    };
    output: WorkflowRun;
  };
  /** Send a human reply */
  sendHumanReply: {
    input: SendHumanReplyRequest;
    output: Success;
  };
  /** Close a human session */
  closeHumanSession: {
    input: CloseHumanSessionRequest;
    output: ClosedHumanSession;
  };
  /** Leave a human session */
  leaveHumanSession: {
    input: LeaveHumanSessionRequest;
    output: Success;
  };
  /** Check webhook addresses */
  checkWebhooks: {
    input: undefined;
    output: WebhookChecks;
  };
  /** Add text documents */
  addTextDocuments: {
    input: AddTextDocumentsRequest;
    output: UploadResult;
  };
  /** Add spreadsheets */
  addSpreadsheetDocuments: {
    input: AddSpreadsheetDocumentsRequest;
    output: UploadResult;
  };
  /** Update text documents */
  updateTextDocuments: {
    input: UpdateTextDocumentsRequest;
    output: UploadResult;
  };
  /** Update spreadsheets */
  updateSpreadsheetDocuments: {
    input: UpdateSpreadsheetDocumentsRequest;
    output: UploadResult;
  };
  /** Add questions and answers */
  addQaDocuments: {
    input: AddQaDocumentsRequest;
    output: UploadResult;
  };
  /** Update questions and answers */
  updateQaDocuments: {
    input: UpdateQaDocumentsRequest;
    output: UploadResult;
  };
  /** Add chunks to a document */
  addChunks: {
    input: AddChunksRequest;
    output: AddedChunks;
  };
  /** List documents */
  listDocuments: {
    input: {
      knowledge_base_id: string;
      page: number;
      page_size: number;
    };
    output: DocumentPage;
    item: KnowledgeDocument;
  };
  /** Delete documents */
  deleteDocuments: {
    input: {
      /** Repeat the parameter, join values with commas, or use name[] or name[0] */
      doc: string[];
    };
    output: Success;
  };
  /** Get document status */
  getDocumentStatuses: {
    input: {
      /** Repeat the parameter, join values with commas, or use name[] or name[0] */
      data_ids: string[];
    };
    output: DocumentStatus[];
  };
  /** Retry failed documents */
  retryFailedDocuments: {
    input: undefined;
    output: Affected;
  };
  /** Create a knowledge base */
  createKnowledgeBase: {
    input: CreateKnowledgeBaseRequest;
    output: NewKnowledgeBase;
  };
  /** List knowledge bases */
  listKnowledgeBases: {
    input: {
      page?: number;
      page_size?: number;
    };
    output: KnowledgeBasePage;
    item: KnowledgeBase;
  };
  /** Search knowledge */
  matchVectors: {
    input: MatchVectorsRequest;
    output: VectorMatches;
  };
  /** Search documents while typing */
  searchDocuments: {
    input: {
      /** The text as typed so far */
      query: string;
      /** Default 1 */
      page?: number;
      /** Default 10 */
      page_size?: number;
      /** Repeat the parameter, join values with commas, or use name[] or name[0] */
      group_ids?: string[];
      /** Repeat the parameter, join values with commas, or use name[] or name[0] */
      data_ids?: string[];
      /** JSON of a filter as in POST /v1/vector/match, such as {"attributes":[{"name":"product","operator":"equals","value":"umbrella"}]} */
      filter?: string;
      /** Names of up to 5 attributes whose values are counted. Conditions on an attribute do not narrow its own values. Repeat the parameter or join names with commas */
      facets?: string[];
    };
    output: SearchResults;
    item: SearchedDocument;
  };
  /** List citations */
  listCitations: {
    input: {
      /** message_id or answer_id of a round */
      message_id: string;
    };
    output: CitationList;
  };
  /** List cited documents */
  listCitedDocuments: {
    input: ListCitedDocumentsRequest;
    output: CitedDocumentList;
  };
  /** List conversations */
  listConversations: {
    input: {
      /** Default: ALL */
      conversation_type?: 'ALL' | 'SPACE' | 'API' | 'EMBED' | 'WIDGET' | 'AI_SEARCH' | 'SHARE' | 'MESSAGING_APP_1_PROVIDER_1' | 'MESSAGING_APP_1_PROVIDER_2' | 'WORKPLACE_BOT_1' | 'COMMUNITY_CHAT_1' | 'TEAM_CHAT_1' | 'AUTOMATION_TOOL_1' | 'CUSTOMER_SERVICE_APP_1' | 'MESSAGING_APP_2' | 'LIVE_CHAT_WIDGET_1';
      user_id?: string;
      /** Seconds or milliseconds */
      start_time?: number;
      end_time?: number;
      page?: number;
      page_size?: number;
    };
    output: ConversationPage;
    item: ConversationSummary;
  };
  /** List questions and answers */
  listQaRecords: {
    input: {
      /** Default: ALL */
      user_feedback?: 'ALL' | 'NONE' | 'GOOD' | 'BAD';
      /** Seconds or milliseconds */
      start_time?: number;
      end_time?: number;
      page?: number;
      page_size?: number;
    };
    output: QaRecordPage;
    item: QaRecord;
  };
  /** List messages */
  listMessages: {
    input: {
      conversation_id: string;
      page?: number;
      page_size?: number;
    };
    output: MessagePage;
    item: ListedMessage;
  };
  /** List the texts of messages */
  listMessagesV1: {
    input: {
      conversation_id: string;
      page?: number;
      page_size?: number;
    };
    output: MessagePageV1;
    item: ListedMessageV1;
  };
  /** Rate a reply */
  rateReply: {
    input: RateReplyRequest;
    output: Affected;
  };
  /** Send user feedback */
  sendFeedback: {
    input: SendFeedbackRequest;
    output: Affected;
  };
  /** Suggest next questions */
  suggestNextQuestions: {
    input: {
      /** answer_id of the reply, or message_id of its round */
      answer_id: string;
    };
    output: NextQuestions;
  };
  /** Create a table */
  createTable: {
    input: CreateTableRequest;
    output: NewTable;
  };
  /** List tables */
  listTables: {
    input: ListTablesRequest;
    output: TableList;
    item: TableInfo;
  };
  /** Import records */
  importRecords: {
    input: ImportRecordsRequest;
    output: StartedImport;
  };
  /** Get import status */
  getImportResults: {
    input: {
      /** Repeat the parameter, join values with commas, or use name[] or name[0] */
      ids: string[];
    };
    output: ImportResult[];
  };
  /** Update a record */
  updateRecord: {
    input: UpdateRecordRequest;
    output: Success;
  };
  /** List records */
  listRecords: {
    input: ListRecordsRequest;
    output: RecordList;
    item: TableRecord;
  };
  /** Update several records */
  updateRecords: {
    input: UpdateRecordsRequest;
    output: UpdatedRecords;
  };
  /** Delete records */
  deleteRecords: {
    input: DeleteRecordsRequest;
    output: Success;
  };
  /** Update user attributes */
  updateUserProperties: {
    input: UpdateUserPropertiesRequest;
    output: UserPropertyUpdate;
  };
  /** Get user attributes */
  getUserProperties: {
    input: {
      /** Repeat the parameter, join values with commas, or use name[] or name[0] */
      user_ids?: string[];
      /** Repeat the parameter, join values with commas, or use name[] or name[0] */
      anonymous_ids?: string[];
    };
    output: UserProperties[];
  };
  /** Link an anonymous user */
  linkAnonymousUser: {
    input: LinkAnonymousUserRequest;
    output: Success;
  };
  /** Verify an API key */
  verifyApiKey: {
    input: undefined;
    output: ApiKeyOwner;
  };
  /** Get the agent */
  getAgent: {
    input: undefined;
    output: AgentDetail;
  };
  /** Get total credits spent */
  getBillTotal: {
    input: {
      /** YYYY-MM-DD */
      start_date?: string;
      /** YYYY-MM-DD */
      end_date?: string;
    };
    output: BillTotal;
  };
  /** List credits spent by day */
  listBillDays: {
    input: {
      /** YYYY-MM-DD */
      start_date?: string;
      /** YYYY-MM-DD */
      end_date?: string;
      page?: number;
      /** Default: 10 */
      page_size?: number;
    };
    output: BillDay[];
    item: BillDay;
  };
  /** Transcribe audio */
  transcribeAudio: {
    input: TranscribeAudioRequest;
    output: Transcript;
  };
  /** Synthesize speech */
  synthesizeSpeech: {
    input: SynthesizeSpeechRequest;
    output: SynthesizedSpeech;
  };
}
/** Method, path, 1 if an Idempotency-Key makes it safe to repeat, and the items of a page. */
export const operations = {
  createConversation: ['POST', '/v1/conversation', 1],
  sendMessage: ['POST', '/v2/conversation/message', 1],
  sendMessageV1: ['POST', '/v1/conversation/message', 1],
  stopMessage: ['POST', '/v1/conversation/message/stop', 0],
  invokeWorkflow: ['POST', '/v1/workflow/invoke', 1],
  getWorkflowResult: ['GET', '/v1/workflow/query/result', 0],
  sendHumanReply: ['POST', '/v1/human/message/receive', 1],
  closeHumanSession: ['POST', '/v1/human/close', 0],
  leaveHumanSession: ['POST', '/v1/human/leave', 0],
  checkWebhooks: ['POST', '/v1/webhook/check', 0],
  addTextDocuments: ['POST', '/v1/bot/doc/text/add', 1],
  addSpreadsheetDocuments: ['POST', '/v1/bot/doc/spreadsheet/add', 1],
  updateTextDocuments: ['PUT', '/v1/bot/doc/text/update', 0],
  updateSpreadsheetDocuments: ['PUT', '/v1/bot/doc/spreadsheet/update', 0],
  addQaDocuments: ['POST', '/v1/bot/doc/qa/add', 1],
  updateQaDocuments: ['PUT', '/v1/bot/doc/qa/update', 0],
  addChunks: ['POST', '/v1/bot/doc/chunks/add', 1],
  listDocuments: ['GET', '/v1/bot/doc/query/page', 0, 'list'],
  deleteDocuments: ['DELETE', '/v1/bot/doc/batch/delete', 0],
  getDocumentStatuses: ['GET', '/v1/bot/data/detail/list', 0],
  retryFailedDocuments: ['POST', '/v1/bot/data/retry/batch', 0],
  createKnowledgeBase: ['POST', '/v1/bot/knowledge/base/create', 1],
  listKnowledgeBases: ['GET', '/v1/bot/knowledge/base/page', 0, 'knowledge_base'],
  matchVectors: ['POST', '/v1/vector/match', 0],
  searchDocuments: ['GET', '/v1/search', 0, 'list'],
  listCitations: ['GET', '/v1/correlate/dataset', 0],
  listCitedDocuments: ['POST', '/v1/bot/data/references', 0],
  listConversations: ['GET', '/v1/bot/conversation/page', 0, 'list'],
  listQaRecords: ['GET', '/v1/message/qa/record/page', 0, 'qa'],
  listMessages: ['GET', '/v2/messages', 0, 'conversation_content'],
  listMessagesV1: ['GET', '/v1/messages', 0, 'messages'],
  rateReply: ['POST', '/v1/message/quality', 0],
  sendFeedback: ['POST', '/v1/message/feedback', 0],
  suggestNextQuestions: ['GET', '/v1/next/question', 0],
  createTable: ['POST', '/v1/database/create-table', 1],
  listTables: ['POST', '/v1/database/tables/page', 0, 'data.tables'],
  importRecords: ['POST', '/v1/database/import/records', 1],
  getImportResults: ['GET', '/v1/database/query/import-results', 0],
  updateRecord: ['POST', '/v1/database/update/record', 0],
  listRecords: ['POST', '/v1/database/records/page', 0, 'data.records'],
  updateRecords: ['POST', '/v2/database/update/record', 0],
  deleteRecords: ['POST', '/v2/database/delete/record', 0],
  updateUserProperties: ['POST', '/v1/property/update', 0],
  getUserProperties: ['GET', '/v2/user-property/query', 0],
  linkAnonymousUser: ['POST', '/v1/user/set-userid', 0],
  verifyApiKey: ['GET', '/v1/api-key/verify', 0],
  getAgent: ['GET', '/v1/bot/detail', 0],
  getBillTotal: ['GET', '/v1/account/bill/total', 0],
  listBillDays: ['GET', '/v1/account/bill/page', 0, ''],
  transcribeAudio: ['POST', '/v1/audio-to-text', 1],
  synthesizeSpeech: ['POST', '/v1/text-to-audio', 1],
} as const;
