import * as foundation from './0001-foundation.ts';
import * as knowledge from './0002-knowledge.ts';
import * as tables from './0003-tables.ts';
import * as listings from './0004-listings.ts';
import * as handoff from './0005-handoff.ts';
import * as erasure from './0006-erasure.ts';
import * as flows from './0007-flows.ts';
import * as sharedFiles from './0008-shared-files.ts';
import * as heardText from './0009-heard-text.ts';
import * as channels from './0010-channels.ts';
import * as readFiles from './0011-read-files.ts';
import * as totalsAndTexts from './0012-totals-and-texts.ts';
import * as operations from './0014-operations.ts';
import * as sharedCounts from './0015-shared-counts.ts';
import * as looseFiles from './0016-loose-files.ts';
import * as humanVersion from './0022-human-version.ts';
import * as sessionOrdinal from './0023-session-ordinal.ts';
import * as orderOfWriting from './0024-order-of-writing.ts';
import * as piecesInPart from './0025-pieces-in-part.ts';
import * as roundAttempts from './0026-round-attempts.ts';
import * as explicitChannels from './0027-explicit-channels.ts';
import * as fileTotals from './0028-file-totals.ts';
import * as accounts from './0029-accounts.ts';
import * as resetLinkCreator from './0030-reset-link-creator.ts';
import * as signIn from './0031-sign-in.ts';
import * as codeAppEncryption from './0032-code-app-encryption.ts';
import * as fairJobs from './0033-fair-jobs.ts';
import * as encryptedSecrets from './0035-encrypted-secrets.ts';
import * as userBindings from './0037-user-bindings.ts';
import * as errorCause from './0038-error-cause.ts';
import * as handoffRequests from './0039-handoff-requests.ts';
import * as roundReleases from './0040-round-releases.ts';
import * as mixedVersions from './0041-mixed-versions.ts';
import * as jobLosses from './0045-job-losses.ts';
import * as operatorLanguage from './0047-operator-language.ts';
import * as modelConnections from './0048-model-connections.ts';
import * as flowPauses from './0049-flow-pauses.ts';
import * as testUsage from './0051-test-usage.ts';
import * as conversationVersions from './0052-conversation-versions.ts';
import * as operatorSetups from './0053-operator-setups.ts';
import * as flowPauseExpiry from './0054-flow-pause-expiry.ts';
import * as agentImages from './0055-agent-images.ts';
import * as feedbackDetails from './0056-feedback-details.ts';
import * as inbox from './0058-inbox.ts';
import * as termsVersion from './0060-terms-version.ts';
import * as inboxCloseReason from './0061-inbox-close-reason.ts';
import * as inboxTeam from './0062-inbox-team.ts';
import * as mails from './0066-mails.ts';
import * as notifications from './0067-notifications.ts';
import * as agentNotes from './0068-agent-notes.ts';
import * as citationSpans from './0069-citation-spans.ts';
import * as personInChat from './0071-person-in-chat.ts';
import * as typingAndReceipts from './0072-typing-and-receipts.ts';
import * as knowledgeSources from './0075-knowledge-sources.ts';
import * as leftMessages from './0076-left-messages.ts';
import * as namesOfPeople from './0077-names-of-people.ts';
import * as handoffReport from './0079-handoff-report.ts';
import * as pageOfUser from './0080-page-of-user.ts';
import * as knowledgeEditing from './0081-knowledge-editing.ts';
import * as fileSources from './0082-file-sources.ts';
import * as citationChunks from './0085-citation-chunks.ts';
import * as agentVersions from './0086-agent-versions.ts';
import * as testSets from './0088-test-sets.ts';
import * as testRuns from './0089-test-runs.ts';
import * as corrections from './0090-corrections.ts';
import * as analytics from './0091-analytics.ts';
import * as unansweredQuestions from './0092-unanswered-questions.ts';
import * as conversationSearch from './0093-conversation-search.ts';
import * as conversationViews from './0094-conversation-views.ts';
import * as testRunChats from './0098-test-run-chats.ts';
import * as analyticsDocumentBlocks from './0099-analytics-document-blocks.ts';
import * as messagingChannels from './0100-messaging-channels.ts';
import * as wordsOfUploads from './0103-words-of-uploads.ts';
import * as channelReplies from './0105-channel-replies.ts';
import * as replyDrafts from './0106-reply-drafts.ts';
import * as channelPulls from './0108-channel-pulls.ts';
import * as automationChannel from './0109-automation-channel.ts';
import * as filePlaces from './0111-file-places.ts';
import * as agentRetention from './0112-agent-retention.ts';
import * as postings from './0113-postings.ts';

/** Append-only and in order. A migration that has been released is never edited. */
export const migrations = {
  '0001-foundation': foundation,
  '0002-knowledge': knowledge,
  '0003-tables': tables,
  '0004-listings': listings,
  '0005-handoff': handoff,
  '0006-erasure': erasure,
  '0007-flows': flows,
  '0008-shared-files': sharedFiles,
  '0009-heard-text': heardText,
  '0010-channels': channels,
  '0011-read-files': readFiles,
  '0012-totals-and-texts': totalsAndTexts,
  '0014-operations': operations,
  '0015-shared-counts': sharedCounts,
  '0016-loose-files': looseFiles,
  '0022-human-version': humanVersion,
  '0023-session-ordinal': sessionOrdinal,
  '0024-order-of-writing': orderOfWriting,
  '0025-pieces-in-part': piecesInPart,
  '0026-round-attempts': roundAttempts,
  '0027-explicit-channels': explicitChannels,
  '0028-file-totals': fileTotals,
  '0029-accounts': accounts,
  '0030-reset-link-creator': resetLinkCreator,
  '0031-sign-in': signIn,
  '0032-code-app-encryption': codeAppEncryption,
  '0033-fair-jobs': fairJobs,
  '0035-encrypted-secrets': encryptedSecrets,
  '0037-user-bindings': userBindings,
  '0038-error-cause': errorCause,
  '0039-handoff-requests': handoffRequests,
  '0040-round-releases': roundReleases,
  '0041-mixed-versions': mixedVersions,
  '0045-job-losses': jobLosses,
  '0047-operator-language': operatorLanguage,
  '0048-model-connections': modelConnections,
  '0049-flow-pauses': flowPauses,
  '0051-test-usage': testUsage,
  '0052-conversation-versions': conversationVersions,
  '0053-operator-setups': operatorSetups,
  '0054-flow-pause-expiry': flowPauseExpiry,
  '0055-agent-images': agentImages,
  '0056-feedback-details': feedbackDetails,
  '0058-inbox': inbox,
  '0060-terms-version': termsVersion,
  '0061-inbox-close-reason': inboxCloseReason,
  '0062-inbox-team': inboxTeam,
  '0066-mails': mails,
  '0067-notifications': notifications,
  '0068-agent-notes': agentNotes,
  '0069-citation-spans': citationSpans,
  '0071-person-in-chat': personInChat,
  '0072-typing-and-receipts': typingAndReceipts,
  '0075-knowledge-sources': knowledgeSources,
  '0076-left-messages': leftMessages,
  '0077-names-of-people': namesOfPeople,
  '0079-handoff-report': handoffReport,
  '0080-page-of-user': pageOfUser,
  '0081-knowledge-editing': knowledgeEditing,
  '0082-file-sources': fileSources,
  '0085-citation-chunks': citationChunks,
  '0086-agent-versions': agentVersions,
  '0088-test-sets': testSets,
  '0089-test-runs': testRuns,
  '0090-corrections': corrections,
  '0091-analytics': analytics,
  '0092-unanswered-questions': unansweredQuestions,
  '0093-conversation-search': conversationSearch,
  '0094-conversation-views': conversationViews,
  '0098-test-run-chats': testRunChats,
  '0099-analytics-document-blocks': analyticsDocumentBlocks,
  '0100-messaging-channels': messagingChannels,
  '0103-words-of-uploads': wordsOfUploads,
  '0105-channel-replies': channelReplies,
  '0106-reply-drafts': replyDrafts,
  '0108-channel-pulls': channelPulls,
  '0109-automation-channel': automationChannel,
  '0111-file-places': filePlaces,
  '0112-agent-retention': agentRetention,
  '0113-postings': postings,
} as const;
