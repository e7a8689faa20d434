import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export type Child<T> = { pid: number; said: T; stop: () => Promise<void> }

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a program of this folder with one argument in JSON; answers when it has said its first thing. */
export async function start<T>(file: string, argument: unknown, flags: readonly string[] = []): Promise<Child<T>> {
  const child = fork(join(import.meta.dirname, file), [JSON.stringify(argument)], {
    execArgv: [...flags],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  running.add(child)
  const ended = once(child, 'exit').finally(() => running.delete(child))
  const said = await new Promise<T>((resolve, reject) => {
    child.once('message', (message) => resolve(message as T))
    child.once('error', reject)
    child.once('exit', (code, signal) => reject(new Error(`${file} ended (${code ?? signal}) before it said anything`)))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { pid: child.pid ?? 0, said, stop }
}

/** Runs a program of this folder to its end; answers what it said. */
export async function run<T>(file: string, argument: unknown, flags: readonly string[] = []): Promise<T> {
  const child = await start<T>(file, argument, flags)
  await child.stop()
  return child.said
}

/** What the parent gave a program started by `start`. */
export const given = (): unknown => JSON.parse(process.argv[2] ?? 'null')

/** Tells the parent; resolves when it is on its way, so that an ending process loses nothing. */
export const tell = (message: unknown): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send?.(message, undefined, undefined, (error) => (error ? reject(error) : resolve()))
  })
