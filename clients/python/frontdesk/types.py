# Generated from openapi.json by "npm run openapi". Do not edit: change the schema of the route instead.


from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypedDict

from typing_extensions import NotRequired


class Failure(TypedDict):
    # Error code
    code: int
    # Error message; names the field and the rule
    message: str
    # ID of the request in the logs
    request_id: NotRequired[str]


class CreateConversationRequest(TypedDict):
    # ID of the user in your own system
    user_id: str


class NewConversation(TypedDict):
    conversation_id: str


class TextPart(TypedDict):
    type: Literal["text"]
    text: str


class MessageFile(TypedDict):
    """Either `url` or `base64_content`"""
    url: NotRequired[str | None]
    base64_content: NotRequired[str | None]
    name: NotRequired[str | None]
    format: NotRequired[str | None]


class ImagePart(TypedDict):
    type: Literal["image"]
    image: MessageFile | list[MessageFile]


class AudioPart(TypedDict):
    type: Literal["audio"]
    audio: MessageFile | list[MessageFile]


class DocumentPart(TypedDict):
    type: Literal["document"]
    document: MessageFile | list[MessageFile]


MessagePart: TypeAlias = "TextPart | ImagePart | AudioPart | DocumentPart"


class Message(TypedDict):
    role: Literal["user", "assistant"]
    content: str | list[MessagePart]


class KnowledgeScope(TypedDict):
    """Knowledge bases and documents that are searched; two empty lists: none"""
    group_ids: NotRequired[list[str] | None]
    data_ids: NotRequired[list[str] | None]


class ConversationConfig(TypedDict):
    """For this call only"""
    short_term_memory: NotRequired[bool | None]
    long_term_memory: NotRequired[bool | None]
    knowledge: NotRequired[KnowledgeScope | None]


class SendMessageRequest(TypedDict):
    # The conversation to continue
    conversation_id: str
    response_mode: NotRequired[Literal["blocking", "streaming", "webhook"] | None]
    # The newest user message is last
    messages: list[Message]
    conversation_config: NotRequired[ConversationConfig | None]


class AudioOutput(TypedDict):
    # URL of the recording
    audio: str
    transcript: str


class OutputContent(TypedDict):
    text: str
    audio: list[AudioOutput]


class Output(TypedDict):
    """Output of one component of the agent"""
    from_component_branch: str
    from_component_name: str
    content: OutputContent


class PromptTokenDetails(TypedDict):
    audio_tokens: int
    text_tokens: int


class CompletionTokenDetails(TypedDict):
    reasoning_tokens: int
    audio_tokens: int
    text_tokens: int


class TokenCounts(TypedDict):
    total_tokens: int
    prompt_tokens: int
    prompt_tokens_details: PromptTokenDetails
    completion_tokens: int
    completion_tokens_details: CompletionTokenDetails


class CreditCounts(TypedDict):
    total_credits: float
    text_input_credits: float
    text_output_credits: float
    audio_input_credits: float
    audio_output_credits: float
    # Cost of rerankers, tools and tables, if they have a price
    service_credits: NotRequired[float]


class Usage(TypedDict):
    tokens: TokenCounts
    credits: CreditCounts


class Reply(TypedDict):
    # Seconds
    create_time: int
    conversation_id: str
    message_id: str
    answer_id: str
    output: list[Output]
    usage: Usage


class AcceptedMessage(TypedDict):
    # Seconds
    create_time: int
    conversation_id: str
    message_id: str
    answer_id: str


# The reply (blocking), or the IDs of the accepted message (webhook)
SentMessage: TypeAlias = "Reply | AcceptedMessage"


class EndEvent(TypedDict):
    """Last event: the reply is complete"""
    code: Literal[0]
    message: Literal["End"]
    data: None


class TextEvent(TypedDict):
    """Sent many times; all pieces together are the reply"""
    code: Literal[3]
    message: Literal["Text"]
    # Piece of the reply
    data: str


class CostEvent(TypedDict):
    """Tokens of the round; only in version 2"""
    code: Literal[4]
    message: Literal["Cost"]
    data: TokenCounts


class AudioData(TypedDict):
    transcript: str
    url: str
    seconds: float


class FlowOutput(TypedDict):
    content: str
    branch: str | None
    from_component_name: str
    # Present if there is sound
    audioDatas: NotRequired[list[AudioData]]


class FlowOutputEvent(TypedDict):
    """The whole reply, by component"""
    code: Literal[10]
    message: Literal["FlowOutput"]
    data: list[FlowOutput]


class MessageInfo(TypedDict):
    message_id: str
    answer_id: str


class MessageInfoEvent(TypedDict):
    """First event: the IDs with which the stream is resumed and the reply is rated"""
    code: Literal[11]
    message: Literal["MessageInfo"]
    data: MessageInfo


class AudioFragment(TypedDict):
    # Sound, as base64; empty if this is a piece of the transcript
    audioAnswer: str
    # Piece of the text; empty if this is sound
    transcript: str


class AudioEvent(TypedDict):
    """Sound of the reply, or a piece of its transcript; only in version 2"""
    code: Literal[39]
    message: Literal["Audio"]
    data: AudioFragment


class FailureEvent(TypedDict):
    """The round failed. It is the last event: a stream without `End` is incomplete"""
    # Error code
    code: Literal[20022, 20040, 20055, 20059, 40000, 40008, 40127, 40356, 40358, 40364, 40378, 50000, 403100, 403101, 403102, 403103, 403104, 403105, 403106, 403108, 403111, 403131]
    # Error message
    message: str
    data: None
    # ID of the request in the logs
    request_id: NotRequired[str]


# The data of one server-sent event. Order: 11, then 3 and 39, then 10, 4 and 0
StreamEvent: TypeAlias = "EndEvent | TextEvent | CostEvent | FlowOutputEvent | MessageInfoEvent | AudioEvent | FailureEvent"


class MessageFileV1(TypedDict):
    """Either `url` or `base64_content`"""
    url: NotRequired[str | None]
    base64_content: NotRequired[str | None]
    name: NotRequired[str | None]
    width: NotRequired[int | None]
    height: NotRequired[int | None]


class KnowledgeScopeV1(TypedDict):
    data_ids: NotRequired[list[str] | None]


class SendMessageV1Request(TypedDict):
    # The conversation to continue
    conversation_id: str
    text: NotRequired[str | None]
    files: NotRequired[list[MessageFileV1] | None]
    response_mode: NotRequired[Literal["blocking", "streaming", "webhook"] | None]
    short_term_memory: NotRequired[bool | None]
    long_term_memory: NotRequired[bool | None]
    knowledge: NotRequired[KnowledgeScopeV1 | None]


class OutputV1(TypedDict):
    content: str
    branch: str | None
    from_component_name: str


class ReplyV1(TypedDict):
    message_id: str
    answer_id: str
    message_type: Literal["ANSWER", "QUESTION"]
    # All outputs, a blank line between them
    text: str
    flow_output: list[OutputV1]
    # Seconds
    create_time: int
    conversation_id: str


# The reply (blocking), or the IDs of the accepted message (webhook)
SentMessageV1: TypeAlias = "ReplyV1 | AcceptedMessage"


# The data of one server-sent event. Order: 11, then 3, then 10 and 0
StreamEventV1: TypeAlias = "EndEvent | TextEvent | FlowOutputEvent | MessageInfoEvent | FailureEvent"


class StopMessageRequest(TypedDict):
    message_id: str


class StoppedMessage(TypedDict):
    message_id: str


# Values of variables of the flow, and possibly the question as `question`
WorkflowValues: TypeAlias = "dict[str, Any]"


class InvokeWorkflowRequest(TypedDict):
    user_id: NotRequired[str | None]
    # The question, or an object with values of variables of the flow and possibly the question as `question`
    input: str | WorkflowValues
    response_mode: NotRequired[Literal["sync", "async", "webhook"] | None]


class WorkflowError(TypedDict):
    code: int
    message: str


class WorkflowRun(TypedDict):
    workflow_run_id: str
    # Conversation of this run. A message to it answers a question of the flow
    conversation_id: str
    # `WAITING`: the flow asked the user a question
    status: Literal["RUNNING", "SUCCEEDED", "WAITING", "FAILED", "STOPPED"]
    # Seconds
    create_time: int
    # Seconds
    end_time: NotRequired[int]
    output: NotRequired[list[Output]]
    usage: NotRequired[Usage]
    error: NotRequired[WorkflowError]


class HumanReplyFile(TypedDict):
    """Either `url` or `base64_content`"""
    name: NotRequired[str | None]
    url: NotRequired[str | None]
    base64_content: NotRequired[str | None]


class SendHumanReplyRequest(TypedDict):
    # From the establish or chat call
    conversation_id: str
    # Time of the caller, in milliseconds
    timestamp: int
    body: NotRequired[str | None]
    files: NotRequired[list[HumanReplyFile] | None]


class Success(TypedDict):
    code: Literal[0]
    message: Literal["OK"]


class CloseHumanSessionRequest(TypedDict):
    # From the establish or chat call
    conversation_id: str
    # Time of the caller, in milliseconds
    timestamp: int


class ClosedHumanSession(TypedDict):
    conversation_id: str
    timestamp: int


class LeaveHumanSessionRequest(TypedDict):
    # From the establish or chat call
    conversation_id: str


class WebhookCheck(TypedDict):
    type: Literal["message", "human_service"]
    webhook_url: str
    # Whether the address answered, with any status
    reachable: bool
    http_status: int | None
    latency_ms: int


class WebhookChecks(TypedDict):
    results: list[WebhookCheck]


class NewDocumentFile(TypedDict):
    file_url: NotRequired[str | None]
    file_base64: NotRequired[str | None]
    file_name: NotRequired[str | None]
    source_url: NotRequired[str | None]


class AddTextDocumentsRequest(TypedDict):
    knowledge_base_id: NotRequired[str | None]
    files: list[NewDocumentFile]
    chunk_token: NotRequired[int | None]
    splitter: NotRequired[str | None]


class UploadedDocument(TypedDict):
    doc_id: str
    doc_name: str


class UploadResult(TypedDict):
    doc: list[UploadedDocument]
    # Names (when added) or IDs (when updated) of the documents that failed
    failed: list[str]


class AddSpreadsheetDocumentsRequest(TypedDict):
    knowledge_base_id: NotRequired[str | None]
    files: list[NewDocumentFile]
    chunk_token: NotRequired[int | None]
    header_row: NotRequired[int | None]


class ChangedDocumentFile(TypedDict):
    file_url: NotRequired[str | None]
    file_base64: NotRequired[str | None]
    # The document to update
    doc_id: str
    source_url: NotRequired[str | None]


class UpdateTextDocumentsRequest(TypedDict):
    files: list[ChangedDocumentFile]
    chunk_token: NotRequired[int | None]
    splitter: NotRequired[str | None]


class UpdateSpreadsheetDocumentsRequest(TypedDict):
    files: list[ChangedDocumentFile]
    chunk_token: NotRequired[int | None]
    header_row: NotRequired[int | None]


class QaPair(TypedDict):
    question: str
    questions: NotRequired[list[str] | None]
    answer: str


class NewQaFile(TypedDict):
    file_name: str
    qa: list[QaPair]


class AddQaDocumentsRequest(TypedDict):
    knowledge_base_id: NotRequired[str | None]
    files: list[NewQaFile]


class ChangedQaFile(TypedDict):
    # The document to update
    doc_id: str
    qa: list[QaPair]


class UpdateQaDocumentsRequest(TypedDict):
    files: list[ChangedQaFile]


class NewChunk(TypedDict):
    content: str
    keywords: NotRequired[list[str] | None]


class AddChunksRequest(TypedDict):
    # The document
    doc_id: str
    chunks: list[NewChunk]


class AddedChunks(TypedDict):
    doc_id: str
    chunk_ids: list[str]


class KnowledgeDocument(TypedDict):
    id: str
    name: str
    format: str
    source_url: str
    # PENDING, PROCESSING, ACTIVE or FAILED
    status: str
    # Number of chunks
    chunk: int
    token: int
    char_count: int
    # Seconds
    create_time: int
    # Seconds
    update_time: int
    creator_id: str
    creator_email: str
    # Parts of the file that could not be read
    warnings: NotRequired[list[str]]


class DocumentPage(TypedDict):
    list: list[KnowledgeDocument]
    total: int


class DocumentStatus(TypedDict):
    data_id: str
    # AVAILABLE, PENDING, PROCESSING or FAILED
    data_status: str
    fail_reason: NotRequired[str]


class Affected(TypedDict):
    # Number of changed items
    affectCount: int


class CreateKnowledgeBaseRequest(TypedDict):
    name: str
    desc: NotRequired[str | None]


class NewKnowledgeBase(TypedDict):
    knowledge_base_id: str


class KnowledgeBase(TypedDict):
    id: str
    name: str
    desc: str
    # Number of documents
    doc: int
    chunk: int
    token: int
    owner_id: str
    owner_email: str


class KnowledgeBasePage(TypedDict):
    knowledge_base: list[KnowledgeBase]
    total: int


class AttributeCondition(TypedDict):
    name: str
    # gte: at least; lte: at most; texts are compared by their characters
    operator: Literal["equals", "not_equals", "gte", "lte"]
    # A list means any of its values for equals, none of them for not_equals
    value: str | float | bool | list[str | float | bool]


class KnowledgeFilter(TypedDict):
    """Searches only documents with these tags and attributes"""
    # The document has at least one of these tags
    tags: NotRequired[list[str]]
    # Conditions that the attributes of the document all fulfil
    attributes: NotRequired[list[AttributeCondition]]


class MatchVectorsRequest(TypedDict):
    # Query text or keywords
    prompt: str
    embedding_rate: NotRequired[float | None]
    group_ids: NotRequired[list[str] | None]
    data_ids: NotRequired[list[str] | None]
    top_k: NotRequired[int | None]
    rerank_version: NotRequired[Literal["BGE-Rerank", "Jina-reranker-v2-base-multilingual", "Jina-colbert-v2", "BCE-Rerank"] | None]
    doc_correlation: NotRequired[float | None]
    filter: NotRequired[KnowledgeFilter | None]


class MatchedChunk(TypedDict):
    content: str
    data_id: str
    document_name: str
    score: float
    semantic_score: float
    keyword_score: float


class SearchWarning(TypedDict):
    code: Literal["embedding_failed", "language_not_embedded", "reranker_failed", "reranker_not_set_up"]
    message: str


class VectorMatches(TypedDict):
    total: int
    list: list[MatchedChunk]
    # Present if the search ran without the reranker, or if keywords replaced the embedding model because it failed or does not know the language of the query
    warnings: NotRequired[list[SearchWarning]]


class SnippetPart(TypedDict):
    text: str
    # A word of the query
    is_match: bool


class SearchedDocument(TypedDict):
    # ID of the document
    data_id: str
    # Name of the document
    title: str
    # Source URL of the document; empty if it has none
    url: str
    # ID of the chunk that matches best
    chunk_id: str
    # Headings above the chunk, outermost first
    headings: list[str]
    # Plain text of the chunk around the words of the query, in parts
    snippet: list[SnippetPart]
    # From 0 to 1
    score: float
    tags: list[str]
    attributes: dict[str, Any]


class FacetValue(TypedDict):
    value: str | float | bool
    # Number of documents
    count: int


class SearchFacet(TypedDict):
    name: str
    values: list[FacetValue]


class SearchResults(TypedDict):
    # Number of documents found
    total: int
    list: list[SearchedDocument]
    # The 20 most frequent values of each attribute named by facets
    facets: list[SearchFacet]


class AnswerPart(TypedDict):
    start: int
    end: int


class Citation(TypedDict):
    content: str
    data_id: str
    data_name: str
    source_url: str
    score: float
    # Parts of the answer that used the chunk, in UTF-16 units
    positions: list[AnswerPart]


class CitationList(TypedDict):
    conversation_id: str
    question_id: str
    answer_id: str
    correlate_dataset: list[Citation]


class ListCitedDocumentsRequest(TypedDict):
    # message_id or answer_id of a round
    message_id: str


class CitedDocument(TypedDict):
    dataId: str
    dataName: str
    sourceUrl: str


class CitedDocuments(TypedDict):
    conversationId: str
    questionId: str
    answerId: str
    refDoc: list[CitedDocument]


class CitedDocumentList(TypedDict):
    code: Literal[0]
    msg: Literal["success"]
    data: CitedDocuments


class ConversationSummary(TypedDict):
    conversation_id: str
    user_id: str
    # Milliseconds
    recent_chat_time: int
    # Beginning of the first question
    subject: str
    conversation_type: str
    # Rounds
    message_count: int
    cost_credit: float
    bot_id: str


class ConversationPage(TypedDict):
    list: list[ConversationSummary]
    total: int


class QaRecord(TypedDict):
    # The message_id of the round
    id: str
    # Seconds
    q_time: int
    q: str
    a: str
    user_feedback: Literal["NONE", "GOOD", "BAD"]
    # Of a bad rating, if the user chose a reason
    feedback_reason: NotRequired[Literal["INCORRECT", "INCOMPLETE", "OFF_TOPIC", "TOO_LONG", "OFFENSIVE", "OTHER"]]
    # Of a bad rating, if the user wrote one
    feedback_comment: NotRequired[str]
    convo_id: str
    convo_type: str
    # The answer_id
    aid: str
    user_id: str


class QaRecordPage(TypedDict):
    qa: list[QaRecord]


class ListedTextPart(TypedDict):
    type: Literal["text"]
    text: str


class ListedFilePart(TypedDict):
    type: Literal["image", "audio", "document"]
    # Name of the file
    text: str
    # Name of the file
    name: str
    # Signed URL, valid for one day
    url: str


ListedPart: TypeAlias = "ListedTextPart | ListedFilePart"


class ListedContent(TypedDict):
    branch_content: list[ListedPart]


ListedMessage = TypedDict("ListedMessage", {
    "message_id": "str",
    "parent_message_id": "NotRequired[str]",
    "create_time": "int",
    "role": "Literal['user', 'assistant']",
    "from": "NotRequired[Literal['human', 'service']]",
    "content": "list[ListedContent]",
})


class MessagePage(TypedDict):
    total: int
    conversation_content: list[ListedMessage]


class ListedMessageV1(TypedDict):
    # Of a question: the message_id of the round. Of a reply: its answer_id
    message_id: str
    # Of a reply: the message_id of its round; otherwise empty
    parent_message_id: str
    message_type: Literal["QUESTION", "ANSWER"]
    text: str
    # Milliseconds
    create_time: int


class MessagePageV1(TypedDict):
    total: int
    messages: list[ListedMessageV1]


class RateReplyRequest(TypedDict):
    # answer_id of the reply, or message_id of its round
    answer_id: str
    quality: Literal["NONE", "UNRESOLVED", "PARTIALLY_RESOLVED", "FULLY_RESOLVED"]


class SendFeedbackRequest(TypedDict):
    # answer_id of the reply, or message_id of its round
    answer_id: str
    feedback: Literal["POSITIVE", "NEGATIVE", "CANCELED"]
    reason: NotRequired[Literal["INCORRECT", "INCOMPLETE", "OFF_TOPIC", "TOO_LONG", "OFFENSIVE", "OTHER"] | None]
    comment: NotRequired[str | None]


class NextQuestions(TypedDict):
    questions: list[str]


class NewTableField(TypedDict):
    # Lower-case letters, digits and underscores; unique in the table
    name: str
    description: NotRequired[str | None]
    type: Literal["TEXT", "INT", "FLOAT", "DATETIME", "BOOLEAN"]
    required: NotRequired[bool | None]
    unique: NotRequired[bool | None]


class CreateTableRequest(TypedDict):
    # Lower-case letters, digits and underscores; the first is a letter
    name: str
    # Tells the model what the table contains
    description: str
    fields: list[NewTableField]


class NewTable(TypedDict):
    code: Literal[0]
    message: Literal["OK"]
    # ID of the table
    data: str


class ListTablesRequest(TypedDict):
    page: NotRequired[int | None]
    page_size: NotRequired[int | None]


class TableField(TypedDict):
    name: str
    description: str
    type: Literal["TEXT", "INT", "FLOAT", "DATETIME", "BOOLEAN"]
    required: bool
    unique: bool


class TableInfo(TypedDict):
    id: str
    name: str
    description: str
    field_count: int
    fields: list[TableField]
    bot_id: str
    # The workspace
    project_id: str
    # API key or operator that created the table
    owner_id: str


class TablePage(TypedDict):
    tables: list[TableInfo]
    total: int


class TableList(TypedDict):
    code: Literal[0]
    message: Literal["OK"]
    data: TablePage


# Values by field name
RecordValues: TypeAlias = "dict[str, Any]"


class NewRecord(TypedDict):
    values: RecordValues


class ImportRecordsRequest(TypedDict):
    table_id: str
    records: list[NewRecord]


class StartedImport(TypedDict):
    code: Literal[0]
    message: Literal["OK"]
    # One item: ID of the import
    data: list[str]


class RejectedRow(TypedDict):
    # From 1
    row: int
    fail_reason: str


class ImportResult(TypedDict):
    id: str
    status: Literal["PENDING_PARSE", "AVAILABLE", "FAIL"]
    # 0 to 1
    progress: float
    total_count: int
    success_count: int
    fail_count: int
    fail_detail: list[RejectedRow]


class UpdateRecordRequest(TypedDict):
    table_id: str
    record_id: NotRequired[str | None]
    filter: NotRequired[RecordValues | None]
    updated_fields: RecordValues


class ListRecordsRequest(TypedDict):
    table_id: str
    page: NotRequired[int | None]
    page_size: NotRequired[int | None]
    filter: NotRequired[RecordValues | None]
    keyword: NotRequired[str | None]


class TableRecord(TypedDict):
    id: str
    value: RecordValues
    # Milliseconds
    created_at: int
    # Milliseconds
    updated_at: int


class RecordPage(TypedDict):
    table_info: TableInfo
    records: list[TableRecord]
    total_count: int


class RecordList(TypedDict):
    code: Literal[0]
    message: Literal["OK"]
    data: RecordPage


class RecordUpdate(TypedDict):
    record_id: NotRequired[str | None]
    filter: NotRequired[RecordValues | None]
    updated_fields: RecordValues


class UpdateRecordsRequest(TypedDict):
    table_id: str
    update_data: list[RecordUpdate]
    is_create: NotRequired[bool | None]


class RejectedRecord(TypedDict):
    # From 0
    index: int
    fail_reason: str


class UpdatedRecords(TypedDict):
    total_count: int
    success_count: int
    fail_count: int
    fail_detail: list[RejectedRecord]


class RecordSelector(TypedDict):
    """Either `record_id` or `filter`"""
    record_id: NotRequired[str | None]
    filter: NotRequired[RecordValues | None]


class DeleteRecordsRequest(TypedDict):
    table_id: str
    delete_data: list[RecordSelector]


class GivenUserProperty(TypedDict):
    property_name: str
    value: str | float | bool | None


class UpdateUserPropertiesRequest(TypedDict):
    user_id: str
    property_values: list[GivenUserProperty]


class UserProperty(TypedDict):
    property_name: str
    value: str | float | bool


class RejectedUserProperty(TypedDict):
    property_name: str
    value: str | float | bool
    fail_reason: str


class UserPropertyUpdate(TypedDict):
    success_update: list[UserProperty]
    fail_update: list[RejectedUserProperty]


class UserProperties(TypedDict):
    user_id: str
    # Present if the request used this ID
    anonymous_id: NotRequired[str]
    property_values: list[UserProperty]


class LinkAnonymousUserRequest(TypedDict):
    anonymous_id: str
    user_id: str


class ApiKeyOwner(TypedDict):
    type: str
    id: str


class AgentDetail(TypedDict):
    bot_id: str
    name: str
    bot_type: str
    # Tokens
    question_limit: int
    short_term_memory: bool
    long_term_memory: bool


class BillTotal(TypedDict):
    start_date: str
    end_date: str
    # Credits
    total: float
    # Credits
    chat: float
    # Credits
    knowledge_doc_indexing: float
    # Credits
    rerank: float
    # Credits
    database_processing: float
    # Credits
    tool_call: float
    # Credits
    asr: float
    # Credits
    tts: float


class BillDay(TypedDict):
    date: str
    # Credits
    total: float
    # Credits
    chat: float
    # Credits
    knowledge_doc_indexing: float
    # Credits
    rerank: float
    # Credits
    database_processing: float
    # Credits
    tool_call: float
    # Credits
    asr: float
    # Credits
    tts: float


class Recording(TypedDict):
    """Recording in mp3, wav, aac, m4a, ogg or flac, as `url` or `base64_content`"""
    url: NotRequired[str | None]
    base64_content: NotRequired[str | None]
    name: NotRequired[str | None]
    format: NotRequired[str | None]


class TranscribeAudioRequest(TypedDict):
    audio: Recording


class Transcript(TypedDict):
    text: str


class SynthesizeSpeechRequest(TypedDict):
    # Text to speak
    text: str


class SpeechFile(TypedDict):
    # URL of an MP3 file, valid for seven days without an API key
    url: str
    seconds: float


class SynthesizedSpeech(TypedDict):
    audio: SpeechFile


class DeliveredFile(TypedDict):
    name: str
    # Media type
    type: str
    # Bytes
    size: int
    # Signed URL, valid for 7 days
    url: str


class DeliveredError(TypedDict):
    """Present if the round failed"""
    # Error code
    code: int
    message: str


class DeliveredReply(TypedDict):
    conversation_id: str
    message_id: str
    answer_id: str
    # Seconds
    create_time: int
    output: list[Output]
    usage: Usage
    # Present if there are files
    files: NotRequired[list[DeliveredFile]]
    error: NotRequired[DeliveredError]


class DeliveredReplyV1(TypedDict):
    conversation_id: str
    message_id: str
    answer_id: str
    # Seconds
    create_time: int
    message_type: Literal["ANSWER", "QUESTION"]
    text: str
    flow_output: list[FlowOutput]
    # Present if there are files
    files: NotRequired[list[DeliveredFile]]
    error: NotRequired[DeliveredError]


class PageOpenedData(TypedDict):
    # Whether the user is verified
    user_proven: bool


class PageOpenedEvent(TypedDict):
    """A visitor opened the chat page"""
    event: Literal["page.opened"]
    # Milliseconds
    timestamp: int
    bot_id: str
    # Empty if there is no conversation
    conversation_id: str
    # Channel; empty if there is no conversation
    conversation_type: str
    user_id: str
    anonymous_id: str
    data: PageOpenedData


class WidgetOpenedData(TypedDict):
    # Whether the user is verified
    user_proven: bool


class WidgetOpenedEvent(TypedDict):
    """A visitor opened the widget"""
    event: Literal["widget.opened"]
    # Milliseconds
    timestamp: int
    bot_id: str
    # Empty if there is no conversation
    conversation_id: str
    # Channel; empty if there is no conversation
    conversation_type: str
    user_id: str
    anonymous_id: str
    data: WidgetOpenedData


class WidgetClosedData(TypedDict):
    # Whether the user is verified
    user_proven: bool


class WidgetClosedEvent(TypedDict):
    """A visitor closed the widget"""
    event: Literal["widget.closed"]
    # Milliseconds
    timestamp: int
    bot_id: str
    # Empty if there is no conversation
    conversation_id: str
    # Channel; empty if there is no conversation
    conversation_type: str
    user_id: str
    anonymous_id: str
    data: WidgetClosedData


class MessageSentData(TypedDict):
    message_id: str
    # Whether the user is verified
    user_proven: bool


class MessageSentEvent(TypedDict):
    """A visitor sent a message"""
    event: Literal["message.sent"]
    # Milliseconds
    timestamp: int
    bot_id: str
    # Empty if there is no conversation
    conversation_id: str
    # Channel; empty if there is no conversation
    conversation_type: str
    user_id: str
    anonymous_id: str
    data: MessageSentData


class FeedbackGivenData(TypedDict):
    message_id: str
    answer_id: str
    rating: Literal["GOOD", "BAD", "NONE"]
    reason: NotRequired[Literal["INCORRECT", "INCOMPLETE", "OFF_TOPIC", "TOO_LONG", "OFFENSIVE", "OTHER"]]
    comment: NotRequired[str]
    # Whether the user is verified
    user_proven: bool


class FeedbackGivenEvent(TypedDict):
    """A visitor rated a reply"""
    event: Literal["feedback.given"]
    # Milliseconds
    timestamp: int
    bot_id: str
    # Empty if there is no conversation
    conversation_id: str
    # Channel; empty if there is no conversation
    conversation_type: str
    user_id: str
    anonymous_id: str
    data: FeedbackGivenData


class HandoffStartedData(TypedDict):
    session_id: str
    trigger: Literal["tool", "phrase", "flow", "button", "operator"]


class HandoffStartedEvent(TypedDict):
    """A human session started"""
    event: Literal["handoff.started"]
    # Milliseconds
    timestamp: int
    bot_id: str
    # Empty if there is no conversation
    conversation_id: str
    # Channel; empty if there is no conversation
    conversation_type: str
    user_id: str
    anonymous_id: str
    data: HandoffStartedData


class HandoffWaitingData(TypedDict):
    session_id: str
    cause: Literal["started", "returned"]


class HandoffWaitingEvent(TypedDict):
    """A human session waits for a person"""
    event: Literal["handoff.waiting"]
    # Milliseconds
    timestamp: int
    bot_id: str
    # Empty if there is no conversation
    conversation_id: str
    # Channel; empty if there is no conversation
    conversation_type: str
    user_id: str
    anonymous_id: str
    data: HandoffWaitingData


class HandoffMissedData(TypedDict):
    session_id: str
    reason: Literal["not_taken", "no_reply", "user_left", "unreachable"]


class HandoffMissedEvent(TypedDict):
    """Nobody answered the user in time"""
    event: Literal["handoff.missed"]
    # Milliseconds
    timestamp: int
    bot_id: str
    # Empty if there is no conversation
    conversation_id: str
    # Channel; empty if there is no conversation
    conversation_type: str
    user_id: str
    anonymous_id: str
    data: HandoffMissedData


class HandoffClosedData(TypedDict):
    session_id: str
    reason: Literal["HUMAN_CLOSED", "USER_CLOSED", "TIMEOUT", "OPERATOR_CLOSED", "UNREACHABLE"]


class HandoffClosedEvent(TypedDict):
    """A human session ended"""
    event: Literal["handoff.closed"]
    # Milliseconds
    timestamp: int
    bot_id: str
    # Empty if there is no conversation
    conversation_id: str
    # Channel; empty if there is no conversation
    conversation_type: str
    user_id: str
    anonymous_id: str
    data: HandoffClosedData


class SourceSyncedData(TypedDict):
    source_id: str
    name: str
    url: str
    run_id: str
    added: int
    updated: int
    unchanged: int
    removed: int
    skipped: int


class SourceSyncedEvent(TypedDict):
    """A sync of a knowledge source ended"""
    event: Literal["source.synced"]
    # Milliseconds
    timestamp: int
    bot_id: str
    # Empty if there is no conversation
    conversation_id: str
    # Channel; empty if there is no conversation
    conversation_type: str
    user_id: str
    anonymous_id: str
    data: SourceSyncedData


class SourceFailedData(TypedDict):
    source_id: str
    name: str
    url: str
    run_id: str
    reason: str


class SourceFailedEvent(TypedDict):
    """A sync of a knowledge source failed"""
    event: Literal["source.failed"]
    # Milliseconds
    timestamp: int
    bot_id: str
    # Empty if there is no conversation
    conversation_id: str
    # Channel; empty if there is no conversation
    conversation_type: str
    user_id: str
    anonymous_id: str
    data: SourceFailedData


class EvaluationRegressedData(TypedDict):
    test_set_id: str
    name: str
    run_id: str
    previous_run_id: str
    version: int
    cases: int
    passed_cases: int
    regressions: int
    started_by: str


class EvaluationRegressedEvent(TypedDict):
    """Cases of a test set no longer pass"""
    event: Literal["evaluation.regressed"]
    # Milliseconds
    timestamp: int
    bot_id: str
    # Empty if there is no conversation
    conversation_id: str
    # Channel; empty if there is no conversation
    conversation_type: str
    user_id: str
    anonymous_id: str
    data: EvaluationRegressedData


DeliveredEvent: TypeAlias = "PageOpenedEvent | WidgetOpenedEvent | WidgetClosedEvent | MessageSentEvent | FeedbackGivenEvent | HandoffStartedEvent | HandoffWaitingEvent | HandoffMissedEvent | HandoffClosedEvent | SourceSyncedEvent | SourceFailedEvent | EvaluationRegressedEvent"


class ContextMessage(TypedDict):
    message_type: Literal["QUESTION", "ANSWER"]
    text: str


class UserInfo(TypedDict):
    """Empty if unknown"""
    phone: str
    email: str
    user_id: str
    anonymous_id: str


class EstablishCall(TypedDict):
    # To be sent back with replies
    conversation_id: str
    # Milliseconds
    timestamp: int
    # Address of the user, or the support address of the agent
    email: str
    bot_id: str
    # The newest 50 rounds, oldest first
    body: list[ContextMessage]
    user_info: UserInfo
    # Present if there are files
    files: NotRequired[list[DeliveredFile]]
    # Present in test chats and connection tests
    test: NotRequired[Literal[True]]


class ChatCall(TypedDict):
    conversation_id: str
    # Milliseconds
    timestamp: int
    # Text of the user
    body: str
    # Present if there are files
    files: NotRequired[list[DeliveredFile]]
    # Present in test chats and connection tests
    test: NotRequired[Literal[True]]


class CloseCall(TypedDict):
    conversation_id: str
    # Milliseconds
    timestamp: int
    type: Literal["TIMEOUT", "USER_CLOSED"]
    # Present in test chats and connection tests
    test: NotRequired[Literal[True]]


class GetWorkflowResultQuery(TypedDict):
    workflow_run_id: str


class ListDocumentsQuery(TypedDict):
    knowledge_base_id: str
    page: int
    page_size: int


class DeleteDocumentsQuery(TypedDict):
    # Repeat the parameter, join values with commas, or use name[] or name[0]
    doc: list[str]


class GetDocumentStatusesQuery(TypedDict):
    # Repeat the parameter, join values with commas, or use name[] or name[0]
    data_ids: list[str]


class ListKnowledgeBasesQuery(TypedDict):
    page: NotRequired[int]
    page_size: NotRequired[int]


class SearchDocumentsQuery(TypedDict):
    # The text as typed so far
    query: str
    # Default 1
    page: NotRequired[int]
    # Default 10
    page_size: NotRequired[int]
    # Repeat the parameter, join values with commas, or use name[] or name[0]
    group_ids: NotRequired[list[str]]
    # Repeat the parameter, join values with commas, or use name[] or name[0]
    data_ids: NotRequired[list[str]]
    # JSON of a filter as in POST /v1/vector/match, such as {"attributes":[{"name":"product","operator":"equals","value":"umbrella"}]}
    filter: NotRequired[str]
    # Names of up to 5 attributes whose values are counted. Conditions on an attribute do not narrow its own values. Repeat the parameter or join names with commas
    facets: NotRequired[list[str]]


class ListCitationsQuery(TypedDict):
    # message_id or answer_id of a round
    message_id: str


class ListConversationsQuery(TypedDict):
    # Default: ALL
    conversation_type: NotRequired[Literal["ALL", "SPACE", "API", "EMBED", "WIDGET", "AI_SEARCH", "SHARE", "MESSAGING_APP_1_PROVIDER_1", "MESSAGING_APP_1_PROVIDER_2", "WORKPLACE_BOT_1", "COMMUNITY_CHAT_1", "TEAM_CHAT_1", "AUTOMATION_TOOL_1", "CUSTOMER_SERVICE_APP_1", "MESSAGING_APP_2", "LIVE_CHAT_WIDGET_1"]]
    user_id: NotRequired[str]
    # Seconds or milliseconds
    start_time: NotRequired[int]
    end_time: NotRequired[int]
    page: NotRequired[int]
    page_size: NotRequired[int]


class ListQaRecordsQuery(TypedDict):
    # Default: ALL
    user_feedback: NotRequired[Literal["ALL", "NONE", "GOOD", "BAD"]]
    # Seconds or milliseconds
    start_time: NotRequired[int]
    end_time: NotRequired[int]
    page: NotRequired[int]
    page_size: NotRequired[int]


class ListMessagesQuery(TypedDict):
    conversation_id: str
    page: NotRequired[int]
    page_size: NotRequired[int]


class ListMessagesV1Query(TypedDict):
    conversation_id: str
    page: NotRequired[int]
    page_size: NotRequired[int]


class SuggestNextQuestionsQuery(TypedDict):
    # answer_id of the reply, or message_id of its round
    answer_id: str


class GetImportResultsQuery(TypedDict):
    # Repeat the parameter, join values with commas, or use name[] or name[0]
    ids: list[str]


class GetUserPropertiesQuery(TypedDict):
    # Repeat the parameter, join values with commas, or use name[] or name[0]
    user_ids: NotRequired[list[str]]
    # Repeat the parameter, join values with commas, or use name[] or name[0]
    anonymous_ids: NotRequired[list[str]]


class GetBillTotalQuery(TypedDict):
    # YYYY-MM-DD
    start_date: NotRequired[str]
    # YYYY-MM-DD
    end_date: NotRequired[str]


class ListBillDaysQuery(TypedDict):
    # YYYY-MM-DD
    start_date: NotRequired[str]
    # YYYY-MM-DD
    end_date: NotRequired[str]
    page: NotRequired[int]
    # Default: 10
    page_size: NotRequired[int]
