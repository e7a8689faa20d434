import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Caller, TestServer } from '#server/kernel/testing.ts'
import type { DoomedOrder } from './testing-doomed-server.ts'

/** A server process that can be killed and started again; `server` itself runs no jobs. */
export type Victim = {
  start(): Promise<void>
  kill(): Promise<void>
  /** Asks the victim itself, over the network; rejects when it dies before it answers. */
  ask<E extends Endpoint>(who: Caller, endpoint: E, input: z.input<E['input']>): Promise<unknown>
}

/** `serves`: it answers requests too. */
export function victimOf(server: TestServer, serves: boolean): Victim {
  const { tokenKey, ...secrets } = server.kernel.secrets
  const order: DoomedOrder = {
    environment: { DIGAO_DATA: server.folder },
    secrets: { ...secrets, tokenKey: tokenKey.toString('hex') },
    app: server.databases.app,
    serves,
  }
  let child: ChildProcess | undefined
  let url = ''
  return {
    async start() {
      const env = { ...process.env, NODE_COMPILE_CACHE: 'node_modules/.cache/compile' }
      child = fork(new URL('testing-doomed-server.ts', import.meta.url), { env, execArgv: [] })
      const said = once(child, 'message')
      const died = once(child, 'exit').then(([code]) => {
        throw new Error(`the server ended (${code}) before it was up`)
      })
      child.send(order)
      const [message] = (await Promise.race([said, died])) as [{ url: string }]
      died.catch(() => {})
      url = message.url
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
    async ask(who, { path }, input) {
      const answer = await fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sc-auth': `bearer ${who.accessToken}` },
        body: JSON.stringify(input),
      })
      const said: unknown = await answer.json()
      if (!answer.ok) throw new Error(JSON.stringify(said))
      return said
    },
  }
}
