import { opKey, type SheetOp } from '#contract/sheet-ops.ts'

type Step = { rev: number; ops: SheetOp[]; userName: string }
/** What two people made of the same place. */
export type Collision = { key: string; mine: SheetOp; theirs: SheetOp; who: string }

/** Whole sheets collide with every change inside them. */
const touches = (op: SheetOp) => (op.kind === 'cell' || op.kind === 'shape' || op.kind === 'remove' ? op.sheet : '')

/** Where my unsent changes and the steps of others meet, each place once, with the last word of each. */
export function collisionsOf(mine: readonly SheetOp[], steps: readonly Step[]): Collision[] {
  const last = new Map<string, { op: SheetOp; who: string }>()
  const whole = new Map<string, { op: SheetOp; who: string }>()
  for (const { ops, userName: who } of steps)
    for (const op of ops) {
      last.set(opKey(op), { op, who })
      if (op.kind === 'sheet') whole.set(op.sheet.id, { op, who })
      if (op.kind === 'remove') whole.set(op.sheet, { op, who })
    }
  const found = new Map<string, Collision>()
  for (const op of mine) {
    const key = opKey(op)
    const theirs = last.get(key) ?? whole.get(touches(op))
    if (theirs && JSON.stringify(theirs.op) !== JSON.stringify(op))
      found.set(key, { key, mine: op, theirs: theirs.op, who: theirs.who })
  }
  return [...found.values()]
}
