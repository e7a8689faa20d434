import { ChatEvent, type ChatMessage, type Step } from '#contract/chat-message.ts'

/** An answer nothing has come of yet. */
export const blankAnswer = (id: string, parentId: string): ChatMessage => ({
  id,
  parentId,
  role: 'assistant',
  text: '',
  thinking: '',
  status: 'running',
  mode: 'model',
  problem: '',
  notices: [],
  attachments: [],
  steps: [],
  sources: [],
  figures: [],
  doubts: [],
  feedback: '',
  feedbackWords: '',
  model: '',
  inputTokens: 0,
  outputTokens: 0,
  chainId: '',
  chainName: '',
  templateId: '',
  withheld: false,
  ms: 0,
  createTime: '',
})

/** The same number again says how a step ended. */
function withStep(steps: readonly Step[], step: Step): Step[] {
  return steps.some(({ no }) => no === step.no)
    ? steps.map((one) => (one.no === step.no ? step : one))
    : [...steps, step]
}

/** An answer after one more event of its stream. */
export function applied(message: ChatMessage, event: ChatEvent): ChatMessage {
  switch (event.kind) {
    case 'step':
      return { ...message, steps: withStep(message.steps, event.step) }
    case 'thinking':
      return { ...message, thinking: message.thinking + event.text }
    case 'text':
      return { ...message, text: message.text + event.text }
    case 'sources':
      return { ...message, sources: event.sources }
    case 'figures':
      return { ...message, figures: event.figures }
    case 'doubts':
      return { ...message, doubts: event.doubts }
    case 'notice':
      return { ...message, notices: [...message.notices, event.notice] }
    case 'mode':
      return { ...message, mode: event.mode }
    case 'whole':
      return event.message
    case 'end': {
      const { status, problem, model, inputTokens, outputTokens, ms } = event
      return { ...message, status, problem, model, inputTokens, outputTokens, ms }
    }
    case 'start':
    case 'title':
      return message
  }
}

/** The event in the data of the stream; what cannot be read is logged and passed over. */
export function eventOf(data: string): ChatEvent | undefined {
  try {
    const read = ChatEvent.safeParse(JSON.parse(data))
    if (read.success) return read.data
  } catch {
    // said below, with the text
  }
  console.error(`event of an answer that cannot be read: ${data.slice(0, 200)}`)
  return undefined
}
