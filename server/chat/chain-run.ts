import { z } from 'zod'
import type { ChainStep } from '#contract/think-chain.ts'
import type { AnswerEvent } from './answer-port.ts'
import { type AnswerDesk, notice, unworded } from './answer-desk.ts'
import { checked, orExtract } from './answer-end.ts'
import { word } from './chat-words.ts'
import { extract } from './extract.ts'
import { modelRounds, say } from './model-rounds.ts'
import { dataText, historyMessages, inert, questionText, systemText } from './prompt.ts'
import { materialSources, retrieveStep } from './retrieve-step.ts'
import { toolStep } from './tool-step.ts'

/** `{{name}}` with its value; what nothing has set is empty. */
export const filled = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{\{\s*([\p{L}_][\p{L}\p{N}_]*)\s*\}\}/gu, (_, name: string) => values[name] ?? '')

type Run = {
  numbers: number[]
  results: string[]
  answered: boolean
  /** Variables that a model has set. */ made: Set<string>
}

/**
 * An answer by the steps of a chain, in their order. A variable that is required and missing ends it with a question. Without a model
 * the steps that need none still run, and what they found is shown as it stands.
 */
export async function* chainRun(desk: AnswerDesk, chain: readonly ChainStep[]): AsyncGenerator<AnswerEvent> {
  const { asker, turn, models, language } = desk
  const missing = chain.flatMap((step) =>
    step.kind === 'ask' && step.required && !desk.values[step.variable]?.trim() ? [step] : [],
  )
  if (missing.length > 0) {
    yield* unworded(desk)
    for (const { name, label, variable } of missing) {
      const step = desk.steps.begin('ask', name, label)
      yield { kind: 'step', step: desk.steps.end(step, word(language, 'askInput'), { failed: true }) }
      yield* notice(desk, 'chainInput', { label, variable })
      yield* say(desk, `${desk.text ? '\n\n' : ''}${word(language, 'needInput', { label })}`)
    }
    return
  }
  const given = materialSources(desk, turn.material ?? [])
  for (const name of given.cut) yield* notice(desk, 'attachmentCut', { name })
  const run: Run = { numbers: given.numbers, results: [], answered: false, made: new Set() }
  const ready = await models.ready({ tenantId: asker.user.tenantId, userId: asker.user.id }, 'chat')
  const last = chain.findLastIndex(({ kind }) => kind === 'model')
  for (const [at, step] of chain.entries()) {
    desk.signal.throwIfAborted()
    desk.values['steps'] = run.results.join('\n\n')
    if (step.kind === 'ask') {
      const known = desk.values[step.variable] ?? ''
      yield { kind: 'step', step: desk.steps.end(desk.steps.begin('ask', step.name, step.label), known) }
    } else if (step.kind === 'retrieve') {
      const query = filled(step.query, desk.values).slice(0, 500)
      run.numbers.push(...(yield* retrieveStep(desk, { ...step, title: step.name, query })))
    } else if (step.kind === 'tool') {
      yield* chainTool(desk, run, step)
    } else if (step.kind === 'model') {
      if (ready) yield* chainModel(desk, run, { step, final: at === last })
    } else if (run.answered) {
      yield* checked(desk)
    }
  }
  if (run.answered) return
  if (!ready) yield* notice(desk, 'noModel')
  yield* extract(desk, [...new Set(run.numbers)], run.results)
}

async function* chainTool(
  desk: AnswerDesk,
  run: Run,
  step: Extract<ChainStep, { kind: 'tool' }>,
): AsyncGenerator<AnswerEvent> {
  const schema = desk.tools.find(({ name }) => name === step.tool)?.schema
  const entries = Object.entries(step.input).flatMap(([name, template]) => {
    const value = filled(template, desk.values).trim()
    return value === '' ? [] : [[name, valueOf(schema, name, value)] as const]
  })
  const { ok, text, numbers } = yield* toolStep(desk, {
    name: step.tool,
    input: Object.fromEntries(entries),
    title: step.name,
  })
  if (!ok) return
  run.numbers.push(...numbers)
  run.results.push(`${step.name}：\n\n${text}`)
}

/** Templates are text; where the tool's schema wants a number, or yes and no, they are read as one. */
function valueOf(schema: Readonly<Record<string, unknown>> | undefined, name: string, text: string): unknown {
  const properties = schema?.['properties']
  const field = z.record(z.string(), z.object({ type: z.string().optional() })).safeParse(properties).data?.[name]
  const wants = field?.type ?? 'string'
  const readable = wants === 'boolean' ? /^(?:true|false)$/ : /^(?:integer|number)$/.test(wants) ? /^-?\d{1,12}(?:\.\d+)?$/ : undefined // prettier-ignore
  return readable?.test(text) ? (JSON.parse(text) as unknown) : text
}

/** Words that steps have brought stand in a prompt as data: what a document says there asks for nothing. */
function asData({ values }: AnswerDesk, run: Run): Record<string, string> {
  const brought = [...run.made, 'steps'].flatMap((name) => {
    const value = values[name] ?? ''
    return value === '' ? [] : [[name, `<data n="0">\n${inert(value)}\n</data>`]]
  })
  return Object.assign(Object.create(null) as Record<string, string>, values, Object.fromEntries(brought))
}

type ModelStep = { step: Extract<ChainStep, { kind: 'model' }>; final: boolean }

async function* chainModel(desk: AnswerDesk, run: Run, { step, final }: ModelStep): AsyncGenerator<AnswerEvent> {
  const { turn } = desk
  const before = historyMessages(turn.history ?? [])
  const results = run.results.length ? `\n<data n="0">\n${inert(run.results.join('\n\n'))}\n</data>` : ''
  const data = dataText(desk.book, [...new Set(run.numbers)]) + results
  const asked = questionText(
    [turn.preface ?? '', filled(step.prompt, asData(desk, run))].filter(Boolean).join('\n'),
    turn.question,
    data,
  )
  const rounds = modelRounds(desk, {
    title: step.name,
    useTools: false,
    aside: !final,
    messages: [
      { role: 'system', text: systemText({ useTools: false, project: desk.project }) },
      ...before.messages,
      { role: 'user', text: asked },
    ],
  })
  if (final) {
    run.answered = true
    yield* orExtract(desk, { numbers: [...new Set(run.numbers)], results: run.results }, rounds)
    return
  }
  const said = yield* rounds
  if (step.variable) {
    desk.values[step.variable] = said
    run.made.add(step.variable)
  }
  run.results.push(`${step.name}：\n${said}`)
}
