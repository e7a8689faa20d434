import {
  keepPreviousData,
  QueryCache,
  QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { config, type z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { ask, askRaw, heard } from './gateway.ts'
import { logCall, logFault } from './local-log.ts'
import { complain } from './notices.ts'
import { CallError } from './transport.ts'

// The content policy forbids eval, which zod would otherwise try.
config({ jitless: true })

type In<E extends Endpoint> = z.input<E['input']>
type Out<E extends Endpoint> = z.output<E['output']>

/** 32 hex digits; crypto.randomUUID needs a secure context, which an office's plain http address is not. */
export const randomKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const fields = (input: unknown) => input as Record<string, unknown>

const placed = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** Puts the fields a path names into it: `/x/{id}` → `/x/7`. */
const place = (path: string, input: unknown) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(placed(fields(input)[name])))

/** What a person is told where he typed, and the end of a session, are no faults of the program. */
const EXPECTED: ReadonlySet<number> = new Set([400, 401, 409, 60002])

/** A call that went wrong stands in the browser's log; one that was given up does not. */
function logged(path: string, signal: AbortSignal | undefined) {
  return (fault: unknown): never => {
    if (fault instanceof CallError) {
      if (!EXPECTED.has(fault.code)) logCall(path, fault)
    } else if (!signal?.aborted) logFault('call', fault, path)
    throw fault
  }
}

/** One call of the contract, its answer checked. Throws CallError. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: In<E>,
  { signal, headers = {} }: { signal?: AbortSignal; headers?: Record<string, string> } = {},
): Promise<Out<E>> {
  const { method, path, output } = endpoint
  return ask({
    method,
    path: place(path, input),
    ...(method === 'GET' ? { query: fields(input) } : { body: input }),
    headers,
    signal,
  })
    .then((data) => output.parse(data) as Out<E>)
    .catch(logged(path, signal))
}

/** Gateway prefix and resource: what a write refreshes. */
const resource = ({ path }: Endpoint) => path.split('/')[2] ?? path

/** A query of the contract for useQuery; a list keeps its last page while the next one comes. */
export const query = <E extends Endpoint>(endpoint: E, input: In<E>) =>
  queryOptions({
    queryKey: [resource(endpoint), endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  })

/** The same for a paged list. */
export const pageQuery = <E extends Endpoint>(endpoint: E, input: In<E>) =>
  queryOptions({
    queryKey: [resource(endpoint), endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    placeholderData: keepPreviousData,
  })

type CommandOptions = {
  /** Endpoints whose resources change too. */
  also?: Endpoint[]
  /** The caller shows the refusal itself. */
  quiet?: boolean
}

/**
 * A write for a form or a button: `mutate(input)`, `mutateAsync(input)`. Each submission carries its own Idempotency-Key, so
 * that one lost answer may be asked for again without a second effect. A refusal is said in a toast unless `quiet`; on
 * success every query of the written resource is fresh again.
 */
export function useCommand<E extends Endpoint>(endpoint: E, { also = [], quiet = false }: CommandOptions = {}) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (input: In<E>) => {
      const headers = { 'Idempotency-Key': randomKey() }
      return call(endpoint, input, { headers }).catch((fault: unknown) => {
        const lost = fault instanceof CallError && fault.code === 0
        if (!lost) throw fault
        return call(endpoint, input, { headers })
      })
    },
    onError: (fault) => complain(fault, quiet),
    onSuccess: () =>
      Promise.all([endpoint, ...also].map((one) => cache.invalidateQueries({ queryKey: [resource(one)] }))),
  })
}

/** `filename*=UTF-8''…` (RFC 6266), else `filename="…"`. */
export function fileName(disposition: string) {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  return encoded ? decodeURIComponent(encoded) : (/filename="([^"]+)"/i.exec(disposition)?.[1] ?? '')
}

/** Fetches a `file` endpoint and hands it to the person as a download. Throws CallError when refused. */
export async function download<E extends Endpoint>(endpoint: E, input: In<E>, fallback: string) {
  const reply = await askRaw({ method: 'GET', path: place(endpoint.path, input), query: fields(input), stream: true })
  if (!reply.ok) await heard(reply).catch(logged(endpoint.path, undefined))
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await reply.blob())
  link.download = fileName(reply.headers.get('content-disposition') ?? '') || fallback
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** The cache of what the server said. A first failure is drawn where the data would stand; a later one is a toast. */
export const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: (fault, { state }) => {
      complain(fault, state.data === undefined)
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      retry: (failures, fault) => failures < 1 && fault instanceof CallError && fault.code === 0,
    },
    mutations: { retry: false },
  },
})
