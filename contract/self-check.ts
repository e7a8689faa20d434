import { z } from 'zod'
import { get, none, post, stream, upload } from './endpoint.ts'

/** What the page /test/index is told by push. */
export const SELF_CHECK_MESSAGE = 'SELF_CHECK'
/** Pieces of its stream. */
export const STREAM_PIECES = 5

/** What the self-check of the product asks the server; nothing of it is kept. */
export const selfCheck = {
  clock: get('/sc-system/self-check/clock', {
    may: 'log.view',
    says: "The server's clock, ms since 1970",
    input: none,
    output: z.object({ now: z.number() }),
  }),
  echo: post('/sc-system/self-check/echo', {
    may: 'log.view',
    says: 'Sends the text back to the caller by push',
    input: z.object({ text: z.string().max(64) }),
    output: none,
  }),
  stream: stream('/sc-system/self-check/stream', {
    may: 'log.view',
    says: 'A text in five pieces, one after the other',
    input: z.object({ 'Sc-Auth': z.string().optional() }),
    output: z.string(),
  }),
  upload: upload('/sc-system/self-check/upload', {
    may: 'log.view',
    says: 'Takes one file, and says its size and its SHA-256; the file is thrown away',
    input: none,
    output: z.object({ size: z.number().int(), sha256: z.string() }),
  }),
}
