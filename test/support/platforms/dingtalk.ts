import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export const clientId = 'dingabcdefgh12345678';
export const clientSecret = 'S3cret-of_the-app0123456789abcdefghijklmnop';

/** A failure as the API reports it. */
export interface DingTalkFailure {
  status: number;
  code: string;
  message?: string;
}

export interface DingTalkPost {
  /** A user, a group or a session. */
  to: string;
  key: string;
  parameters: Record<string, string>;
}

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** Parameters of the templates. */
const templates: Readonly<Record<string, readonly string[]>> = {
  sampleMarkdown: ['title', 'text'],
  sampleImageMsg: ['photoURL'],
  sampleFile: ['mediaId', 'fileName', 'fileType'],
};

const templateProblem = (msgKey: string, msgParam: unknown): string | undefined => {
  const names = templates[msgKey];
  if (!names || typeof msgParam !== 'string') return 'invalidParameter.msgKey.invalid';
  const parameters = JSON.parse(msgParam) as Record<string, unknown>;
  const isComplete = names.every((name) => typeof parameters[name] === 'string' && parameters[name] !== '');
  if (!isComplete || Object.keys(parameters).length !== names.length)
    return 'invalidParameter.msgParam.invalid';
  if (String(parameters.text ?? '').length > 5000) return 'invalidParameter.msgParam.tooLong';
  const { fileType } = parameters;
  return fileType === undefined || ['xlsx', 'pdf', 'zip', 'rar', 'doc', 'docx'].includes(String(fileType))
    ? undefined
    : 'invalidParameter.fileType.invalid';
};

/**
 * DingTalk on loopback, as https://open.dingtalk.com/document describes it: the newer API with a token in a header and errors
 * as texts, the older one with a token in the URL and numbers, templates with JSON in a text, and files behind temporary URLs.
 */
export const startDingTalk = async () => {
  const posts: DingTalkPost[] = [];
  const uploads: { type: string | null; body: string }[] = [];
  const failures: DingTalkFailure[] = [];
  const files = new Map<string, Buffer>();
  const unknownUsers = new Set<string>();
  const busyUsers = new Set<string>();
  let fileUrl: ((code: string) => string) | undefined;
  let tokens = 0;
  let isTokenValid = true;
  let url = '';

  const server = createServer((request, response) => {
    const answer = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const fail = ({ status, code, message = 'failed' }: DingTalkFailure): void =>
      answer(status, { code, message, requestid: '0A1B' });

    // biome-ignore lint/suspicious/noExplicitAny: body of every operation
    const sendByRobot = (path: string, body: any): void => {
      const failure = failures.shift();
      const problem =
        body.robotCode === clientId ? templateProblem(body.msgKey, body.msgParam) : 'robotCode.notExisted';
      if (failure) fail(failure);
      else if (problem !== undefined) fail({ status: 400, code: problem });
      else if (path.endsWith('/groupMessages/send')) {
        posts.push({
          to: body.openConversationId,
          key: body.msgKey,
          parameters: JSON.parse(body.msgParam),
        });
        answer(200, { processQueryKey: 'k' });
      } else {
        const [user] = body.userIds as string[];
        const invalidStaffIdList = unknownUsers.has(user!) ? [user] : [];
        const flowControlledStaffIdList = busyUsers.delete(user!) ? [user] : [];
        if (invalidStaffIdList.length + flowControlledStaffIdList.length === 0)
          posts.push({ to: user!, key: body.msgKey, parameters: JSON.parse(body.msgParam) });
        answer(200, { processQueryKey: 'k', invalidStaffIdList, flowControlledStaffIdList });
      }
    };

    const handle = async (): Promise<void> => {
      const body = await readBody(request);
      const { pathname: path, searchParams } = new URL(request.url ?? '', 'http://dingtalk');
      const parse = () => JSON.parse(body.toString('utf8'));
      if (path === '/api/v1.0/oauth2/accessToken') {
        const { appKey, appSecret } = parse();
        if (appKey !== clientId || appSecret !== clientSecret)
          return fail({
            status: 400,
            code: 'invalidClientIdOrSecret',
            message: '无效的clientId或者clientSecret',
          });
        tokens += 1;
        isTokenValid = true;
        return answer(200, { accessToken: `token${tokens}`, expireIn: 7200 });
      }
      if (path.startsWith('/files/')) {
        const file = files.get(path.slice('/files/'.length));
        if (file) response.writeHead(200).end(file);
        else response.writeHead(404).end();
        return;
      }
      if (path === '/oapi/robot/sendBySession') {
        const { msgtype, markdown } = parse();
        if (msgtype !== 'markdown') return answer(200, { errcode: 400101, errmsg: 'msgtype' });
        posts.push({ to: searchParams.get('session') ?? '', key: 'session', parameters: markdown });
        return answer(200, { errcode: 0, errmsg: 'ok' });
      }
      const isOld = path.startsWith('/oapi/');
      const token = isOld ? searchParams.get('access_token') : request.headers['x-acs-dingtalk-access-token'];
      if (token !== `token${tokens}` || !isTokenValid) {
        if (isOld) return answer(200, { errcode: 40014, errmsg: '不合法的access_token' });
        return fail({ status: 400, code: 'InvalidAuthentication', message: '不合法的access_token' });
      }
      if (path === '/oapi/media/upload') {
        uploads.push({ type: searchParams.get('type'), body: body.toString('latin1') });
        return answer(200, { errcode: 0, errmsg: 'ok', type: 'file', media_id: '@media1', created_at: 1 });
      }
      if (path === '/api/v1.0/robot/messageFiles/download') {
        const { downloadCode, robotCode } = parse();
        if (robotCode !== clientId || (!fileUrl && !files.has(downloadCode)))
          return fail({ status: 400, code: 'unknownError', message: 'downloadCode' });
        return answer(200, { downloadUrl: fileUrl?.(downloadCode) ?? `${url}/files/${downloadCode}` });
      }
      if (/^\/api\/v1\.0\/robot\/(?:oToMessages\/batchSend|groupMessages\/send)$/.test(path))
        return sendByRobot(path, parse());
      fail({ status: 404, code: 'InvalidAction.NotFound' });
    };
    handle().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    /** Value of FRONTDESK_PLATFORM_URLS. */
    platformUrls: `dingtalk=${url}/api,dingtalk.oapi=${url}/oapi,dingtalk.files=${url}/files`,
    /** The address for replies that a message contains. */
    sessionWebhook: `${url}/oapi/robot/sendBySession?session=abc123`,
    posts,
    uploads,
    /** How many tokens were issued. */
    tokenCount: (): number => tokens,
    revokeToken: (): void => {
      isTokenValid = false;
    },
    failWith: (...next: DingTalkFailure[]): void => void failures.push(...next),
    removeUser: (staffId: string): void => void unknownUsers.add(staffId),
    /** The next message to the user is held back. */
    limitUser: (staffId: string): void => void busyUsers.add(staffId),
    addFile: (code: string, bytes: Buffer): void => void files.set(code, bytes),
    /** Lets the platform return another address for files. */
    setFileUrl: (urlOf: (code: string) => string): void => {
      fileUrl = urlOf;
    },
    close: async (): Promise<void> => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};

export type DingTalk = Awaited<ReturnType<typeof startDingTalk>>;

/** The headers with which DingTalk signs a request. */
export const dingTalkHeaders = ({
  atMs = Date.now(),
  secret = clientSecret,
} = {}): Record<string, string> => ({
  timestamp: String(atMs),
  sign: createHmac('sha256', secret).update(`${atMs}\n${secret}`).digest('base64'),
});

let count = 0;

/** A message as DingTalk sends it. */
export const dingTalkMessage = (more: Record<string, unknown>) => {
  count += 1;
  return {
    conversationId: 'cidp2p==',
    chatbotCorpId: 'dingcorp',
    chatbotUserId: '$:LWCP_v1:$bot',
    msgId: `msg${count}==`,
    senderNick: '李四',
    isAdmin: false,
    senderStaffId: 'manager4711',
    sessionWebhookExpiredTime: Date.now() + 5_400_000,
    createAt: 1_790_000_000_000 + count,
    senderCorpId: 'dingcorp',
    conversationType: '1',
    senderId: '$:LWCP_v1:$ada',
    sessionWebhook: 'https://oapi.dingtalk.com/robot/sendBySession?session=x',
    robotCode: clientId,
    msgtype: 'text',
    ...more,
  };
};
