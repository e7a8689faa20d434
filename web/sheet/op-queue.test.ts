import { describe, expect, test } from 'vitest'
import { CallError } from '#web/kernel/transport.ts'
import { openOpQueue, type QueueState } from './op-queue.ts'
import { memoryOpStore, type QueuedBatch } from './op-store.ts'

type Op = { cell: string; value: number }

/** A document on a server that can be killed before or after it has stored what it was sent. */
function serverOf() {
  const steps: { id: string; ops: Op[] }[] = []
  const server = {
    steps,
    dies: 'no' as 'no' | 'before' | 'after',
    refuses: false,
    send: async ({ id, baseRev, ops }: { id: string; baseRev: number; ops: Op[] }) => {
      if (server.dies === 'before') throw new CallError('', 0)
      if (server.refuses) throw new CallError('no', 400)
      const known = steps.findIndex((step) => step.id === id)
      if (known < 0 && baseRev !== steps.length) throw new CallError('stale', 409, { rev: steps.length })
      if (known < 0) steps.push({ id, ops: structuredClone(ops) })
      if (server.dies === 'after') throw new CallError('', 0)
      return { rev: known < 0 ? steps.length : known + 1 }
    },
    values: () => steps.flatMap(({ ops }) => ops.map(({ cell, value }) => `${cell}=${value}`)),
  }
  return server
}
const quick = { delay: 0, retry: 60_000, rev: 0, key: 'u:d' }

describe('changes on their way to the server', () => {
  test('are sent together and in order, and nothing stays behind', async () => {
    const server = serverOf()
    const held = new Map<string, QueuedBatch<Op>>()
    const states: QueueState[] = []
    const queue = await openOpQueue<Op>({
      ...quick,
      store: memoryOpStore(held),
      send: server.send,
      onState: (state) => states.push(state),
    })
    queue.push([{ cell: 'A1', value: 1 }])
    queue.push([{ cell: 'A2', value: 2 }])
    await queue.flush()
    expect(server.steps).toHaveLength(1)
    expect(server.values()).toEqual(['A1=1', 'A2=2'])
    expect(held.size).toBe(0)
    expect(states.at(-1)).toBe('saved')
  })

  test('survive a page that dies before it has sent them', async () => {
    const server = serverOf()
    const held = new Map<string, QueuedBatch<Op>>()
    const first = await openOpQueue<Op>({ ...quick, delay: 60_000, store: memoryOpStore(held), send: server.send })
    first.push([{ cell: 'A1', value: 1 }])
    // no word of farewell: the tab is killed
    first.close()
    await new Promise((resolve) => setTimeout(resolve, 1))
    const second = await openOpQueue<Op>({ ...quick, store: memoryOpStore(held), send: server.send })
    expect(second.pending()).toEqual([{ cell: 'A1', value: 1 }])
    await second.flush()
    expect(server.values()).toEqual(['A1=1'])
  })

  test.each(['before', 'after'] as const)(
    'arrive exactly once when the server dies %s it has stored them',
    async (when) => {
      const server = serverOf()
      const held = new Map<string, QueuedBatch<Op>>()
      server.dies = when
      const queue = await openOpQueue<Op>({ ...quick, store: memoryOpStore(held), send: server.send })
      queue.push([{ cell: 'A1', value: 1 }])
      await queue.flush()
      expect(queue.state()).toBe('offline')
      queue.push([{ cell: 'A2', value: 2 }])
      queue.close()
      await new Promise((resolve) => setTimeout(resolve, 1))
      server.dies = 'no'
      const again = await openOpQueue<Op>({
        ...quick,
        rev: server.steps.length,
        store: memoryOpStore(held),
        send: server.send,
      })
      await again.flush()
      expect(server.values()).toEqual(['A1=1', 'A2=2'])
      expect(again.state()).toBe('saved')
    },
  )

  test('wait for a person where somebody else changed the document, and then build on it', async () => {
    const server = serverOf()
    server.steps.push({ id: 'theirs', ops: [{ cell: 'A1', value: 9 }] })
    const queue = await openOpQueue<Op>({ ...quick, store: memoryOpStore(), send: server.send })
    queue.push([
      { cell: 'A1', value: 1 },
      { cell: 'B1', value: 2 },
    ])
    await queue.flush()
    expect(queue.state()).toBe('stale')
    queue.push([{ cell: 'C1', value: 3 }])
    expect(queue.pending()).toHaveLength(3)
    await queue.rebase(1, (op) => (op.cell === 'A1' ? null : op))
    expect(queue.state()).toBe('saved')
    expect(server.values()).toEqual(['A1=9', 'B1=2', 'C1=3'])
  })

  test('of one person are never sent as another’s', async () => {
    const server = serverOf()
    const held = new Map<string, QueuedBatch<Op>>()
    const mine = await openOpQueue<Op>({ ...quick, delay: 60_000, store: memoryOpStore(held), send: server.send })
    mine.push([{ cell: 'A1', value: 1 }])
    mine.close()
    const theirs = await openOpQueue<Op>({ ...quick, key: 'v:d', store: memoryOpStore(held), send: server.send })
    await theirs.flush()
    expect(server.values()).toEqual([])
    expect(held.size).toBe(1)
  })

  test('that the server refuses are kept until the person lets them go', async () => {
    const server = serverOf()
    server.refuses = true
    const queue = await openOpQueue<Op>({ ...quick, store: memoryOpStore(), send: server.send })
    queue.push([{ cell: 'A1', value: 1 }])
    await queue.flush()
    expect(queue.state()).toBe('refused')
    expect(queue.pending()).toHaveLength(1)
    await queue.discard()
    expect(queue.state()).toBe('saved')
  })
})
