import type { ModelTask } from '#contract/model.ts'
import type { ReadyModel } from './model-ask.ts'
import type { TargetBook } from './targets.ts'

/** Which model answers a task first; undefined: none. Images are seen only inside the house. */
export function readyModel(targets: TargetBook, task: ModelTask): ReadyModel | undefined {
  const all = targets(task)
  const able = task === 'vision' ? all.filter(({ inside }) => inside) : all
  const [first] = able
  if (!first) return undefined
  const { model, service, maxOutput } = first
  return { model, endpoint: service.name, inside: able.every(({ inside }) => inside), maxOutput }
}
