export { allowedOriginsOf } from './allowed-origins.ts';
export { type Channels, createChannels } from './channels.ts';
export { type ChatDelivery, type ChatMessage, noticeReply } from './connectors/chat-delivery.ts';
export { addConversation, type FoundChat, updateChannelUser, updateChat } from './connectors/chat-store.ts';
export type { ChannelConnection } from './connectors/connection.ts';
export {
  type AwaitedReply,
  type Command,
  type Connector,
  ConnectorError,
  type FileKind,
  type InboundFile,
  type InboundMessage,
  type KnownReply,
  type UndeliveredReport,
} from './connectors/connector.ts';
export { type Connectors, createConnectors } from './connectors/connectors.ts';
export { type Drafts, draftsOf } from './connectors/drafts.ts';
export { encryptedChannelSecrets } from './connectors/encrypted-connections.ts';
export { findPlatforms } from './connectors/find-platforms.ts';
export type { NoticeName } from './connectors/notices.ts';
export { createOpenChat } from './connectors/open-chat.ts';
export { optOutOf } from './connectors/opt-out.ts';
export type { InboundResponse } from './connectors/receive-updates.ts';
export { connectors, findConnector, isConnectorChannel } from './connectors/registry.ts';
export { insertReply } from './connectors/reply-store.ts';
export { readFields } from './connectors/set-up.ts';
export { type UpdateJob, updateQueue } from './connectors/store-updates.ts';
export {
  endUpdate,
  findPendingUpdate,
  findUpdateOutcome,
  listPendingUpdates,
  type UpdateOutcome,
  type UpdateRow,
} from './connectors/update-store.ts';
export { statusOf } from './conversation-status.ts';
export { isOver } from './is-over.ts';
export { isSwitchedOn } from './is-switched-on.ts';
export type { LiveState } from './live-store.ts';
export { type PageChannel, pageChannels } from './page-channels.ts';
export { searchScope } from './search-scope.ts';
export { shownPerson } from './shown-person.ts';
export { expiringUserHash, userHash } from './user-hash.ts';
export { isProvenVisitor, type Visitor } from './visitor.ts';
export { isAdmitted } from './visitor-access.ts';
