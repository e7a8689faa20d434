import type { Project } from '#contract/project.ts'
import type { Tone } from '#web/kit/StatusTag.tsx'

export type Stage = Project['stage']
export const stages = ['empty', 'imported', 'verified', 'mapped', 'generated'] as const satisfies readonly Stage[]

/** How a stage is marked: nothing yet, waiting for the next step, or done. */
export const stageTone: Record<Stage, Tone> = {
  empty: 'plain',
  imported: 'waiting',
  verified: 'waiting',
  mapped: 'waiting',
  generated: 'good',
}

/** The six steps of the main job, in order: the page of each. */
export const steps = [
  { id: 'financialInfo', path: '/firmProject/financialInfo' },
  { id: 'runprepare', path: '/firmProject/runprepare' },
  { id: 'buildrelationbill', path: '/firmProject/buildrelationbill' },
  { id: 'genbillvalue', path: '/firmProject/genbillvalue' },
  { id: 'wps', path: '/wps/index' },
  { id: 'tableInfo', path: '/table-info/index' },
] as const
/** done; next: the one to do now; later: needs an earlier one; open: to look at whenever one likes. */
export type StepState = 'done' | 'next' | 'later' | 'open'

/** How far a step is at a stage. The first four make papers; the last two read them. */
export function stepState(step: number, stage: Stage): StepState {
  const reached = stages.indexOf(stage)
  if (step >= 4) return stage === 'generated' ? 'open' : 'later'
  if (step < reached) return 'done'
  return step === reached ? 'next' : 'later'
}

/** The step to do next; when the papers are there, opening them. */
export const nextStep = (stage: Stage) => steps[Math.min(stages.indexOf(stage), 4)] ?? steps[0]

type Place = { id: string; enterpriseId: string; projectName: string }
/** The address of a page of a project: what opens in its window, and what its menu leads to. */
export const projectHref = (path: string, { id, enterpriseId, projectName }: Place) =>
  `${path}?${new URLSearchParams({ enterpriseId, projectId: id, projectName })}`
