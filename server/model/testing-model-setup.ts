import { model, type ModelTask } from '#contract/model.ts'
import type { Actor } from '#server/kernel/database.ts'
import type { Caller } from '#server/kernel/testing.ts'
import type { ChatAsk, ChatPart, Models } from './model-port.ts'

/** Gives a tenant the test's model server as its service, through the calls an administrator uses. Answers the service's id. */
export async function useModel(
  boss: Caller,
  baseUrl: string,
  {
    tasks = ['chat'],
    name = '测试模型',
    ...fields
  }: { tasks?: readonly ModelTask[]; name?: string; inside?: boolean; key?: string; wholeSeconds?: number } = {},
): Promise<string> {
  const { id } = await boss(model.saveEndpoint, { name, baseUrl, key: 'sk-test-1234567890', ...fields })
  const routes = await boss(model.routes, {})
  for (const task of tasks) {
    const version = routes.find((one) => one.task === task)?.version ?? 0
    const kind = task === 'embed' || task === 'rerank' ? task : 'chat'
    const targets = [{ endpointId: id, own: true, model: `test-${kind}`, maxOutput: 1024 }]
    await boss(model.saveRoute, { task, targets, version })
  }
  return id
}

/** A question in one line. */
export const question = (text: string, more: Partial<ChatAsk> = {}): ChatAsk => ({
  task: 'chat', purpose: 'test', messages: [{ role: 'user', text }], ...more,
}) // prettier-ignore

/** All of an answer, and what ended it if it was no end. */
export async function answerOf(
  models: Models,
  actor: Actor,
  ask: ChatAsk,
): Promise<{ parts: ChatPart[]; text: string; error?: unknown }> {
  const parts: ChatPart[] = []
  const text = () => parts.map((part) => (part.kind === 'text' ? part.text : '')).join('')
  try {
    for await (const part of models.chat(actor, ask)) parts.push(part)
    return { parts, text: text() }
  } catch (error) {
    return { parts, text: text(), error }
  }
}
