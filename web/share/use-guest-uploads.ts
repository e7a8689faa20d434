import { useRef, useState } from 'react'
import { addressAt, TUS } from './guest-call.ts'

export type GuestUpload = { key: number; name: string; size: number; percent: number; done: boolean; fault: string }
type Send = { ticket: string; sender: string; item?: string }

const PIECE = 8 * 2 ** 20
const WAITS = [0, 1_000, 3_000, 8_000]

const wordsOf = (body: string, fallback: string) => {
  try {
    return (JSON.parse(body) as { msg?: string }).msg ?? fallback
  } catch {
    return fallback
  }
}

/** Files on their way to a firm, in pieces that are sent again when the line breaks; one after another. */
export function useGuestUploads(onDone: () => void) {
  const [uploads, setUploads] = useState<GuestUpload[]>([])
  const next = useRef(1)
  const queue = useRef(Promise.resolve())
  const files = useRef(new Map<number, { file: File; how: Send }>())
  const patch = (key: number, change: Partial<GuestUpload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...change } : one)))

  const run = async (key: number) => {
    const waiting = files.current.get(key)
    if (!waiting) return
    const { file, how } = waiting
    const { Upload } = await import('tus-js-client')
    const endpoint = await addressAt(TUS)
    await new Promise<void>((resolve) => {
      const upload = new Upload(file, {
        endpoint,
        chunkSize: PIECE,
        retryDelays: WAITS,
        // a refusal of ours is final; only a broken line is tried again
        onShouldRetry: ({ originalResponse }) => (originalResponse?.getStatus() ?? 0) === 0,
        headers: { 'guest-ticket': how.ticket, 'Accept-Language': document.documentElement.lang || 'zh-CN' },
        metadata: { ticket: how.ticket, name: file.name, sender: how.sender, item: how.item ?? '' },
        onProgress: (sent, all) => patch(key, { percent: all ? Math.floor((sent / all) * 100) : 0 }),
        onError: (error) => {
          const body = 'originalResponse' in error ? (error.originalResponse?.getBody() ?? '') : ''
          patch(key, { fault: wordsOf(body, error.message) })
          resolve()
        },
        onSuccess: () => {
          patch(key, { percent: 100, done: true })
          files.current.delete(key)
          onDone()
          resolve()
        },
      })
      upload.start()
    })
  }
  const enqueue = (key: number) => {
    queue.current = queue.current.then(() => run(key))
  }
  const add = (given: readonly File[], how: Send) => {
    const added = given.map((file): GuestUpload => {
      const key = next.current
      next.current += 1
      files.current.set(key, { file, how })
      return { key, name: file.name, size: file.size, percent: 0, done: false, fault: '' }
    })
    setUploads((all) => [...all, ...added])
    for (const { key } of added) enqueue(key)
  }
  const again = (key: number) => {
    patch(key, { percent: 0, fault: '' })
    enqueue(key)
  }
  return { uploads, add, again }
}
