import type { Texts } from './texts.ts';

export const zh: Texts = {
  lang: 'zh-CN',
  dir: 'ltr',
  conversation: '对话',
  messagePlaceholder: '输入消息…',
  messageLabel: '您的消息',
  send: '发送',
  stop: '停止回答',
  attach: '添加文件',
  dropHere: '松开鼠标即可添加文件',
  removeFile: (name) => `移除 ${name}`,
  recordVoice: '录制语音消息',
  recording: '正在录音',
  finishRecording: '完成录音',
  cancelRecording: '放弃录音',
  voiceMessage: '语音消息',
  microphoneRefused: '无法使用麦克风。请在浏览器中允许后重试。',
  uploading: '正在上传',
  fileFault: (fault) => {
    switch (fault.fault) {
      case 'kind':
        return `${fault.name}：不支持发送此类文件。`;
      case 'empty':
        return `${fault.name} 是空文件。`;
      case 'size':
        return `${fault.name} 超过了 ${fault.limitMb} MB。`;
      case 'count':
        return `每条消息最多 ${fault.limit} 个文件。`;
      case 'total':
        return `每条消息的文件总共不能超过 ${fault.limitMb} MB。`;
    }
  },
  you: '您',
  person: '人工客服',
  answering: '正在回答…',
  stopped: '已停止',
  copy: '复制',
  copied: '已复制',
  copyCode: '复制代码',
  table: '表格',
  good: '回答得好',
  bad: '回答得不好',
  thanks: '感谢您的反馈。',
  tryAgain: '重试',
  sources: (count) => `${count} 个来源`,
  source: '来源',
  openSource: '打开来源',
  transcript: '文字内容',
  history: '您的对话',
  noHistory: '这里还没有内容。',
  showMore: '显示更多',
  olderMessages: '显示更早的消息',
  newConversation: '新对话',
  jumpToNewest: '跳到最新消息',
  askPerson: '转人工服务',
  waitingForPerson: '正在等待人工客服，您可以继续输入。',
  withPerson: '您正在与人工客服对话。',
  leavePerson: '返回智能助手',
  personGone: (reason) =>
    reason === 'UNREACHABLE'
      ? '暂时联系不到人工客服，智能助手将继续为您服务。'
      : '人工服务已结束，智能助手将继续为您服务。',
  emailQuestion: '如果连接中断，我们怎样联系您？',
  emailLabel: '您的电子邮箱',
  emailSubmit: '继续',
  cancel: '取消',
  close: '关闭',
  dismiss: '知道了',
  menu: '菜单',
  toDark: '切换为深色',
  toLight: '切换为浅色',
  loading: '正在加载…',
  offline: '网络已断开。我们会继续尝试连接，内容不会丢失。',
  gone: '此聊天已不可用。',
  refused: '无法打开此聊天。',
  problem: ({ code, message, status, retryAfterSeconds }) => {
    if (status === 413 && code === 40000) return '文件空间不足。请发送更小的文件，或只发送文字。';
    if (status === 507) return '目前无法接收文件。请只发送文字，或稍后再试。';
    switch (code) {
      case 0:
        return '暂时无法连接服务，请稍后再试。';
      case 40008:
        return retryAfterSeconds
          ? `操作太频繁，请在 ${retryAfterSeconds} 秒后重试。`
          : '操作太频繁，请稍后再试。';
      case 20022:
        return '目前无法回答，请稍后再试。';
      case 20040:
        return '消息太长，请缩短后再发送。';
      case 40364:
        return '这里无法识别图片。';
      case 50000:
        return '我们这边出了点问题。';
      default:
        return message;
    }
  },
  suggestions: '您可以问',
  greeting: '有什么可以帮您？',
};
