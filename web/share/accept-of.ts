import { kindEndings, type ShareKind } from '#contract/share-kinds.ts'

/** What makes a file field offer only these kinds; any, where none is named. The server looks again. */
export const acceptOf = (kinds: readonly ShareKind[]): { accept?: string } =>
  kinds.length ? { accept: kinds.flatMap((kind) => kindEndings[kind].map((ending) => `.${ending}`)).join(',') } : {}
