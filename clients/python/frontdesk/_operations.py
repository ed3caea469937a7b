# Generated from openapi.json by "npm run openapi". Do not edit: change the schema of the route instead.


# mypy: disable-error-code="no-any-return"

from __future__ import annotations

from typing import Any

from typing_extensions import TypedDict, Unpack

from .types import *  # noqa: F403


class CallOptions(TypedDict, total=False):
    """Options of one call, instead of those of the client."""

    idempotency_key: str
    timeout: float
    max_retries: int


# Method, path, whether an Idempotency-Key makes it safe to repeat, and the items of a page.
OPERATIONS: dict[str, tuple[str, str, bool, str | None]] = {
    "create_conversation": ("POST", "/v1/conversation", True, None),
    "send_message": ("POST", "/v2/conversation/message", True, None),
    "send_message_v1": ("POST", "/v1/conversation/message", True, None),
    "stop_message": ("POST", "/v1/conversation/message/stop", False, None),
    "invoke_workflow": ("POST", "/v1/workflow/invoke", True, None),
    "get_workflow_result": ("GET", "/v1/workflow/query/result", False, None),
    "send_human_reply": ("POST", "/v1/human/message/receive", True, None),
    "close_human_session": ("POST", "/v1/human/close", False, None),
    "leave_human_session": ("POST", "/v1/human/leave", False, None),
    "check_webhooks": ("POST", "/v1/webhook/check", False, None),
    "add_text_documents": ("POST", "/v1/bot/doc/text/add", True, None),
    "add_spreadsheet_documents": ("POST", "/v1/bot/doc/spreadsheet/add", True, None),
    "update_text_documents": ("PUT", "/v1/bot/doc/text/update", False, None),
    "update_spreadsheet_documents": ("PUT", "/v1/bot/doc/spreadsheet/update", False, None),
    "add_qa_documents": ("POST", "/v1/bot/doc/qa/add", True, None),
    "update_qa_documents": ("PUT", "/v1/bot/doc/qa/update", False, None),
    "add_chunks": ("POST", "/v1/bot/doc/chunks/add", True, None),
    "list_documents": ("GET", "/v1/bot/doc/query/page", False, "list"),
    "delete_documents": ("DELETE", "/v1/bot/doc/batch/delete", False, None),
    "get_document_statuses": ("GET", "/v1/bot/data/detail/list", False, None),
    "retry_failed_documents": ("POST", "/v1/bot/data/retry/batch", False, None),
    "create_knowledge_base": ("POST", "/v1/bot/knowledge/base/create", True, None),
    "list_knowledge_bases": ("GET", "/v1/bot/knowledge/base/page", False, "knowledge_base"),
    "match_vectors": ("POST", "/v1/vector/match", False, None),
    "search_documents": ("GET", "/v1/search", False, "list"),
    "list_citations": ("GET", "/v1/correlate/dataset", False, None),
    "list_cited_documents": ("POST", "/v1/bot/data/references", False, None),
    "list_conversations": ("GET", "/v1/bot/conversation/page", False, "list"),
    "list_qa_records": ("GET", "/v1/message/qa/record/page", False, "qa"),
    "list_messages": ("GET", "/v2/messages", False, "conversation_content"),
    "list_messages_v1": ("GET", "/v1/messages", False, "messages"),
    "rate_reply": ("POST", "/v1/message/quality", False, None),
    "send_feedback": ("POST", "/v1/message/feedback", False, None),
    "suggest_next_questions": ("GET", "/v1/next/question", False, None),
    "create_table": ("POST", "/v1/database/create-table", True, None),
    "list_tables": ("POST", "/v1/database/tables/page", False, "data.tables"),
    "import_records": ("POST", "/v1/database/import/records", True, None),
    "get_import_results": ("GET", "/v1/database/query/import-results", False, None),
    "update_record": ("POST", "/v1/database/update/record", False, None),
    "list_records": ("POST", "/v1/database/records/page", False, "data.records"),
    "update_records": ("POST", "/v2/database/update/record", False, None),
    "delete_records": ("POST", "/v2/database/delete/record", False, None),
    "update_user_properties": ("POST", "/v1/property/update", False, None),
    "get_user_properties": ("GET", "/v2/user-property/query", False, None),
    "link_anonymous_user": ("POST", "/v1/user/set-userid", False, None),
    "verify_api_key": ("GET", "/v1/api-key/verify", False, None),
    "get_agent": ("GET", "/v1/bot/detail", False, None),
    "get_bill_total": ("GET", "/v1/account/bill/total", False, None),
    "list_bill_days": ("GET", "/v1/account/bill/page", False, ""),
    "transcribe_audio": ("POST", "/v1/audio-to-text", True, None),
    "synthesize_speech": ("POST", "/v1/text-to-audio", True, None),
}


class Methods:
    """One method for each operation of the API."""

    def call(self, name: str, input: Any = None, **options: Unpack[CallOptions]) -> Any:
        raise NotImplementedError

    def create_conversation(self, input: "CreateConversationRequest", **options: Unpack[CallOptions]) -> "NewConversation":
        """Create a conversation"""
        return self.call("create_conversation", input, **options)

    def send_message(self, input: "SendMessageRequest", **options: Unpack[CallOptions]) -> "SentMessage":
        """Send a message (version 2)"""
        return self.call("send_message", input, **options)

    def send_message_v1(self, input: "SendMessageV1Request", **options: Unpack[CallOptions]) -> "SentMessageV1":
        """Send a message (version 1)"""
        return self.call("send_message_v1", input, **options)

    def stop_message(self, input: "StopMessageRequest", **options: Unpack[CallOptions]) -> "StoppedMessage":
        """Stop a reply"""
        return self.call("stop_message", input, **options)

    def invoke_workflow(self, input: "InvokeWorkflowRequest", **options: Unpack[CallOptions]) -> "WorkflowRun":
        """Start a workflow"""
        return self.call("invoke_workflow", input, **options)

    def get_workflow_result(self, input: "GetWorkflowResultQuery", **options: Unpack[CallOptions]) -> "WorkflowRun":
        """Get the result of a workflow"""
        return self.call("get_workflow_result", input, **options)

    def send_human_reply(self, input: "SendHumanReplyRequest", **options: Unpack[CallOptions]) -> "Success":
        """Send a human reply"""
        return self.call("send_human_reply", input, **options)

    def close_human_session(self, input: "CloseHumanSessionRequest", **options: Unpack[CallOptions]) -> "ClosedHumanSession":
        """Close a human session"""
        return self.call("close_human_session", input, **options)

    def leave_human_session(self, input: "LeaveHumanSessionRequest", **options: Unpack[CallOptions]) -> "Success":
        """Leave a human session"""
        return self.call("leave_human_session", input, **options)

    def check_webhooks(self, **options: Unpack[CallOptions]) -> "WebhookChecks":
        """Check webhook addresses"""
        return self.call("check_webhooks", None, **options)

    def add_text_documents(self, input: "AddTextDocumentsRequest", **options: Unpack[CallOptions]) -> "UploadResult":
        """Add text documents"""
        return self.call("add_text_documents", input, **options)

    def add_spreadsheet_documents(self, input: "AddSpreadsheetDocumentsRequest", **options: Unpack[CallOptions]) -> "UploadResult":
        """Add spreadsheets"""
        return self.call("add_spreadsheet_documents", input, **options)

    def update_text_documents(self, input: "UpdateTextDocumentsRequest", **options: Unpack[CallOptions]) -> "UploadResult":
        """Update text documents"""
        return self.call("update_text_documents", input, **options)

    def update_spreadsheet_documents(self, input: "UpdateSpreadsheetDocumentsRequest", **options: Unpack[CallOptions]) -> "UploadResult":
        """Update spreadsheets"""
        return self.call("update_spreadsheet_documents", input, **options)

    def add_qa_documents(self, input: "AddQaDocumentsRequest", **options: Unpack[CallOptions]) -> "UploadResult":
        """Add questions and answers"""
        return self.call("add_qa_documents", input, **options)

    def update_qa_documents(self, input: "UpdateQaDocumentsRequest", **options: Unpack[CallOptions]) -> "UploadResult":
        """Update questions and answers"""
        return self.call("update_qa_documents", input, **options)

    def add_chunks(self, input: "AddChunksRequest", **options: Unpack[CallOptions]) -> "AddedChunks":
        """Add chunks to a document"""
        return self.call("add_chunks", input, **options)

    def list_documents(self, input: "ListDocumentsQuery", **options: Unpack[CallOptions]) -> "DocumentPage":
        """List documents"""
        return self.call("list_documents", input, **options)

    def delete_documents(self, input: "DeleteDocumentsQuery", **options: Unpack[CallOptions]) -> "Success":
        """Delete documents"""
        return self.call("delete_documents", input, **options)

    def get_document_statuses(self, input: "GetDocumentStatusesQuery", **options: Unpack[CallOptions]) -> "list[DocumentStatus]":
        """Get document status"""
        return self.call("get_document_statuses", input, **options)

    def retry_failed_documents(self, **options: Unpack[CallOptions]) -> "Affected":
        """Retry failed documents"""
        return self.call("retry_failed_documents", None, **options)

    def create_knowledge_base(self, input: "CreateKnowledgeBaseRequest", **options: Unpack[CallOptions]) -> "NewKnowledgeBase":
        """Create a knowledge base"""
        return self.call("create_knowledge_base", input, **options)

    def list_knowledge_bases(self, input: "ListKnowledgeBasesQuery | None" = None, **options: Unpack[CallOptions]) -> "KnowledgeBasePage":
        """List knowledge bases"""
        return self.call("list_knowledge_bases", input, **options)

    def match_vectors(self, input: "MatchVectorsRequest", **options: Unpack[CallOptions]) -> "VectorMatches":
        """Search knowledge"""
        return self.call("match_vectors", input, **options)

    def search_documents(self, input: "SearchDocumentsQuery", **options: Unpack[CallOptions]) -> "SearchResults":
        """Search documents while typing"""
        return self.call("search_documents", input, **options)

    def list_citations(self, input: "ListCitationsQuery", **options: Unpack[CallOptions]) -> "CitationList":
        """List citations"""
        return self.call("list_citations", input, **options)

    def list_cited_documents(self, input: "ListCitedDocumentsRequest", **options: Unpack[CallOptions]) -> "CitedDocumentList":
        """List cited documents"""
        return self.call("list_cited_documents", input, **options)

    def list_conversations(self, input: "ListConversationsQuery | None" = None, **options: Unpack[CallOptions]) -> "ConversationPage":
        """List conversations"""
        return self.call("list_conversations", input, **options)

    def list_qa_records(self, input: "ListQaRecordsQuery | None" = None, **options: Unpack[CallOptions]) -> "QaRecordPage":
        """List questions and answers"""
        return self.call("list_qa_records", input, **options)

    def list_messages(self, input: "ListMessagesQuery", **options: Unpack[CallOptions]) -> "MessagePage":
        """List messages"""
        return self.call("list_messages", input, **options)

    def list_messages_v1(self, input: "ListMessagesV1Query", **options: Unpack[CallOptions]) -> "MessagePageV1":
        """List the texts of messages"""
        return self.call("list_messages_v1", input, **options)

    def rate_reply(self, input: "RateReplyRequest", **options: Unpack[CallOptions]) -> "Affected":
        """Rate a reply"""
        return self.call("rate_reply", input, **options)

    def send_feedback(self, input: "SendFeedbackRequest", **options: Unpack[CallOptions]) -> "Affected":
        """Send user feedback"""
        return self.call("send_feedback", input, **options)

    def suggest_next_questions(self, input: "SuggestNextQuestionsQuery", **options: Unpack[CallOptions]) -> "NextQuestions":
        """Suggest next questions"""
        return self.call("suggest_next_questions", input, **options)

    def create_table(self, input: "CreateTableRequest", **options: Unpack[CallOptions]) -> "NewTable":
        """Create a table"""
        return self.call("create_table", input, **options)

    def list_tables(self, input: "ListTablesRequest", **options: Unpack[CallOptions]) -> "TableList":
        """List tables"""
        return self.call("list_tables", input, **options)

    def import_records(self, input: "ImportRecordsRequest", **options: Unpack[CallOptions]) -> "StartedImport":
        """Import records"""
        return self.call("import_records", input, **options)

    def get_import_results(self, input: "GetImportResultsQuery", **options: Unpack[CallOptions]) -> "list[ImportResult]":
        """Get import status"""
        return self.call("get_import_results", input, **options)

    def update_record(self, input: "UpdateRecordRequest", **options: Unpack[CallOptions]) -> "Success":
        """Update a record"""
        return self.call("update_record", input, **options)

    def list_records(self, input: "ListRecordsRequest", **options: Unpack[CallOptions]) -> "RecordList":
        """List records"""
        return self.call("list_records", input, **options)

    def update_records(self, input: "UpdateRecordsRequest", **options: Unpack[CallOptions]) -> "UpdatedRecords":
        """Update several records"""
        return self.call("update_records", input, **options)

    def delete_records(self, input: "DeleteRecordsRequest", **options: Unpack[CallOptions]) -> "Success":
        """Delete records"""
        return self.call("delete_records", input, **options)

    def update_user_properties(self, input: "UpdateUserPropertiesRequest", **options: Unpack[CallOptions]) -> "UserPropertyUpdate":
        """Update user attributes"""
        return self.call("update_user_properties", input, **options)

    def get_user_properties(self, input: "GetUserPropertiesQuery | None" = None, **options: Unpack[CallOptions]) -> "list[UserProperties]":
        """Get user attributes"""
        return self.call("get_user_properties", input, **options)

    def link_anonymous_user(self, input: "LinkAnonymousUserRequest", **options: Unpack[CallOptions]) -> "Success":
        """Link an anonymous user"""
        return self.call("link_anonymous_user", input, **options)

    def verify_api_key(self, **options: Unpack[CallOptions]) -> "ApiKeyOwner":
        """Verify an API key"""
        return self.call("verify_api_key", None, **options)

    def get_agent(self, **options: Unpack[CallOptions]) -> "AgentDetail":
        """Get the agent"""
        return self.call("get_agent", None, **options)

    def get_bill_total(self, input: "GetBillTotalQuery | None" = None, **options: Unpack[CallOptions]) -> "BillTotal":
        """Get total credits spent"""
        return self.call("get_bill_total", input, **options)

    def list_bill_days(self, input: "ListBillDaysQuery | None" = None, **options: Unpack[CallOptions]) -> "list[BillDay]":
        """List credits spent by day"""
        return self.call("list_bill_days", input, **options)

    def transcribe_audio(self, input: "TranscribeAudioRequest", **options: Unpack[CallOptions]) -> "Transcript":
        """Transcribe audio"""
        return self.call("transcribe_audio", input, **options)

    def synthesize_speech(self, input: "SynthesizeSpeechRequest", **options: Unpack[CallOptions]) -> "SynthesizedSpeech":
        """Synthesize speech"""
        return self.call("synthesize_speech", input, **options)


class AsyncMethods:
    """The same for asyncio."""

    async def call(self, name: str, input: Any = None, **options: Unpack[CallOptions]) -> Any:
        raise NotImplementedError

    async def create_conversation(self, input: "CreateConversationRequest", **options: Unpack[CallOptions]) -> "NewConversation":
        """Create a conversation"""
        return await self.call("create_conversation", input, **options)

    async def send_message(self, input: "SendMessageRequest", **options: Unpack[CallOptions]) -> "SentMessage":
        """Send a message (version 2)"""
        return await self.call("send_message", input, **options)

    async def send_message_v1(self, input: "SendMessageV1Request", **options: Unpack[CallOptions]) -> "SentMessageV1":
        """Send a message (version 1)"""
        return await self.call("send_message_v1", input, **options)

    async def stop_message(self, input: "StopMessageRequest", **options: Unpack[CallOptions]) -> "StoppedMessage":
        """Stop a reply"""
        return await self.call("stop_message", input, **options)

    async def invoke_workflow(self, input: "InvokeWorkflowRequest", **options: Unpack[CallOptions]) -> "WorkflowRun":
        """Start a workflow"""
        return await self.call("invoke_workflow", input, **options)

    async def get_workflow_result(self, input: "GetWorkflowResultQuery", **options: Unpack[CallOptions]) -> "WorkflowRun":
        """Get the result of a workflow"""
        return await self.call("get_workflow_result", input, **options)

    async def send_human_reply(self, input: "SendHumanReplyRequest", **options: Unpack[CallOptions]) -> "Success":
        """Send a human reply"""
        return await self.call("send_human_reply", input, **options)

    async def close_human_session(self, input: "CloseHumanSessionRequest", **options: Unpack[CallOptions]) -> "ClosedHumanSession":
        """Close a human session"""
        return await self.call("close_human_session", input, **options)

    async def leave_human_session(self, input: "LeaveHumanSessionRequest", **options: Unpack[CallOptions]) -> "Success":
        """Leave a human session"""
        return await self.call("leave_human_session", input, **options)

    async def check_webhooks(self, **options: Unpack[CallOptions]) -> "WebhookChecks":
        """Check webhook addresses"""
        return await self.call("check_webhooks", None, **options)

    async def add_text_documents(self, input: "AddTextDocumentsRequest", **options: Unpack[CallOptions]) -> "UploadResult":
        """Add text documents"""
        return await self.call("add_text_documents", input, **options)

    async def add_spreadsheet_documents(self, input: "AddSpreadsheetDocumentsRequest", **options: Unpack[CallOptions]) -> "UploadResult":
        """Add spreadsheets"""
        return await self.call("add_spreadsheet_documents", input, **options)

    async def update_text_documents(self, input: "UpdateTextDocumentsRequest", **options: Unpack[CallOptions]) -> "UploadResult":
        """Update text documents"""
        return await self.call("update_text_documents", input, **options)

    async def update_spreadsheet_documents(self, input: "UpdateSpreadsheetDocumentsRequest", **options: Unpack[CallOptions]) -> "UploadResult":
        """Update spreadsheets"""
        return await self.call("update_spreadsheet_documents", input, **options)

    async def add_qa_documents(self, input: "AddQaDocumentsRequest", **options: Unpack[CallOptions]) -> "UploadResult":
        """Add questions and answers"""
        return await self.call("add_qa_documents", input, **options)

    async def update_qa_documents(self, input: "UpdateQaDocumentsRequest", **options: Unpack[CallOptions]) -> "UploadResult":
        """Update questions and answers"""
        return await self.call("update_qa_documents", input, **options)

    async def add_chunks(self, input: "AddChunksRequest", **options: Unpack[CallOptions]) -> "AddedChunks":
        """Add chunks to a document"""
        return await self.call("add_chunks", input, **options)

    async def list_documents(self, input: "ListDocumentsQuery", **options: Unpack[CallOptions]) -> "DocumentPage":
        """List documents"""
        return await self.call("list_documents", input, **options)

    async def delete_documents(self, input: "DeleteDocumentsQuery", **options: Unpack[CallOptions]) -> "Success":
        """Delete documents"""
        return await self.call("delete_documents", input, **options)

    async def get_document_statuses(self, input: "GetDocumentStatusesQuery", **options: Unpack[CallOptions]) -> "list[DocumentStatus]":
        """Get document status"""
        return await self.call("get_document_statuses", input, **options)

    async def retry_failed_documents(self, **options: Unpack[CallOptions]) -> "Affected":
        """Retry failed documents"""
        return await self.call("retry_failed_documents", None, **options)

    async def create_knowledge_base(self, input: "CreateKnowledgeBaseRequest", **options: Unpack[CallOptions]) -> "NewKnowledgeBase":
        """Create a knowledge base"""
        return await self.call("create_knowledge_base", input, **options)

    async def list_knowledge_bases(self, input: "ListKnowledgeBasesQuery | None" = None, **options: Unpack[CallOptions]) -> "KnowledgeBasePage":
        """List knowledge bases"""
        return await self.call("list_knowledge_bases", input, **options)

    async def match_vectors(self, input: "MatchVectorsRequest", **options: Unpack[CallOptions]) -> "VectorMatches":
        """Search knowledge"""
        return await self.call("match_vectors", input, **options)

    async def search_documents(self, input: "SearchDocumentsQuery", **options: Unpack[CallOptions]) -> "SearchResults":
        """Search documents while typing"""
        return await self.call("search_documents", input, **options)

    async def list_citations(self, input: "ListCitationsQuery", **options: Unpack[CallOptions]) -> "CitationList":
        """List citations"""
        return await self.call("list_citations", input, **options)

    async def list_cited_documents(self, input: "ListCitedDocumentsRequest", **options: Unpack[CallOptions]) -> "CitedDocumentList":
        """List cited documents"""
        return await self.call("list_cited_documents", input, **options)

    async def list_conversations(self, input: "ListConversationsQuery | None" = None, **options: Unpack[CallOptions]) -> "ConversationPage":
        """List conversations"""
        return await self.call("list_conversations", input, **options)

    async def list_qa_records(self, input: "ListQaRecordsQuery | None" = None, **options: Unpack[CallOptions]) -> "QaRecordPage":
        """List questions and answers"""
        return await self.call("list_qa_records", input, **options)

    async def list_messages(self, input: "ListMessagesQuery", **options: Unpack[CallOptions]) -> "MessagePage":
        """List messages"""
        return await self.call("list_messages", input, **options)

    async def list_messages_v1(self, input: "ListMessagesV1Query", **options: Unpack[CallOptions]) -> "MessagePageV1":
        """List the texts of messages"""
        return await self.call("list_messages_v1", input, **options)

    async def rate_reply(self, input: "RateReplyRequest", **options: Unpack[CallOptions]) -> "Affected":
        """Rate a reply"""
        return await self.call("rate_reply", input, **options)

    async def send_feedback(self, input: "SendFeedbackRequest", **options: Unpack[CallOptions]) -> "Affected":
        """Send user feedback"""
        return await self.call("send_feedback", input, **options)

    async def suggest_next_questions(self, input: "SuggestNextQuestionsQuery", **options: Unpack[CallOptions]) -> "NextQuestions":
        """Suggest next questions"""
        return await self.call("suggest_next_questions", input, **options)

    async def create_table(self, input: "CreateTableRequest", **options: Unpack[CallOptions]) -> "NewTable":
        """Create a table"""
        return await self.call("create_table", input, **options)

    async def list_tables(self, input: "ListTablesRequest", **options: Unpack[CallOptions]) -> "TableList":
        """List tables"""
        return await self.call("list_tables", input, **options)

    async def import_records(self, input: "ImportRecordsRequest", **options: Unpack[CallOptions]) -> "StartedImport":
        """Import records"""
        return await self.call("import_records", input, **options)

    async def get_import_results(self, input: "GetImportResultsQuery", **options: Unpack[CallOptions]) -> "list[ImportResult]":
        """Get import status"""
        return await self.call("get_import_results", input, **options)

    async def update_record(self, input: "UpdateRecordRequest", **options: Unpack[CallOptions]) -> "Success":
        """Update a record"""
        return await self.call("update_record", input, **options)

    async def list_records(self, input: "ListRecordsRequest", **options: Unpack[CallOptions]) -> "RecordList":
        """List records"""
        return await self.call("list_records", input, **options)

    async def update_records(self, input: "UpdateRecordsRequest", **options: Unpack[CallOptions]) -> "UpdatedRecords":
        """Update several records"""
        return await self.call("update_records", input, **options)

    async def delete_records(self, input: "DeleteRecordsRequest", **options: Unpack[CallOptions]) -> "Success":
        """Delete records"""
        return await self.call("delete_records", input, **options)

    async def update_user_properties(self, input: "UpdateUserPropertiesRequest", **options: Unpack[CallOptions]) -> "UserPropertyUpdate":
        """Update user attributes"""
        return await self.call("update_user_properties", input, **options)

    async def get_user_properties(self, input: "GetUserPropertiesQuery | None" = None, **options: Unpack[CallOptions]) -> "list[UserProperties]":
        """Get user attributes"""
        return await self.call("get_user_properties", input, **options)

    async def link_anonymous_user(self, input: "LinkAnonymousUserRequest", **options: Unpack[CallOptions]) -> "Success":
        """Link an anonymous user"""
        return await self.call("link_anonymous_user", input, **options)

    async def verify_api_key(self, **options: Unpack[CallOptions]) -> "ApiKeyOwner":
        """Verify an API key"""
        return await self.call("verify_api_key", None, **options)

    async def get_agent(self, **options: Unpack[CallOptions]) -> "AgentDetail":
        """Get the agent"""
        return await self.call("get_agent", None, **options)

    async def get_bill_total(self, input: "GetBillTotalQuery | None" = None, **options: Unpack[CallOptions]) -> "BillTotal":
        """Get total credits spent"""
        return await self.call("get_bill_total", input, **options)

    async def list_bill_days(self, input: "ListBillDaysQuery | None" = None, **options: Unpack[CallOptions]) -> "list[BillDay]":
        """List credits spent by day"""
        return await self.call("list_bill_days", input, **options)

    async def transcribe_audio(self, input: "TranscribeAudioRequest", **options: Unpack[CallOptions]) -> "Transcript":
        """Transcribe audio"""
        return await self.call("transcribe_audio", input, **options)

    async def synthesize_speech(self, input: "SynthesizeSpeechRequest", **options: Unpack[CallOptions]) -> "SynthesizedSpeech":
        """Synthesize speech"""
        return await self.call("synthesize_speech", input, **options)
