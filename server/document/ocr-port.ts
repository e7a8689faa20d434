import { z } from 'zod'
import type { Piece } from '#engine/document/page-lines.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { askOutside } from '#server/kernel/outbound.ts'

/** A picture to read; its size in pixels if it is known. */
export type Picture = { bytes: Uint8Array; type: string; width?: number; height?: number }

/** What was recognised, in pixels of the picture from its upper left corner. */
export type Recognised = { pieces: Piece[]; width: number; height: number }

/** Turns pictures into placed text. */
export type Ocr = { recognise(picture: Picture): Promise<Recognised> }

const WITHIN_MS = 60_000
const MOST = 8 * 1024 ** 2

const Point = z.tuple([z.number(), z.number()])
const Answer = z.object({
  width: z.number().positive().optional(),
  height: z.number().positive().optional(),
  lines: z
    .array(
      z.object({
        text: z.string().max(10_000),
        // left, top, right, bottom; or the four corners
        box: z.union([z.tuple([z.number(), z.number(), z.number(), z.number()]), z.array(Point).length(4)]),
      }),
    )
    .max(20_000),
})

/**
 * The recognition service at this address, which the operator sets (DIGAO_OCR_URL): a picture goes as the field `file` of a
 * multipart form, the answer is `{ lines: [{ text, box }] }`. Null without an address: then pictures stay unread, and say so.
 * Refuses with documentOcrFailed if the service does not answer or answers something else.
 */
export function openOcr(address: string | null): Ocr | null {
  if (address === null || address === '') return null
  const url = new URL(address)
  return {
    async recognise(picture) {
      const form = new FormData()
      form.append('file', new Blob([Buffer.from(picture.bytes)], { type: picture.type }), 'picture')
      const body = new Response(form)
      try {
        const answer = await askOutside({ trusted: [url.host, url.hostname] }, url, {
          method: 'POST',
          headers: { 'content-type': body.headers.get('content-type') ?? '' },
          body: new Uint8Array(await body.arrayBuffer()),
          most: MOST,
          within: WITHIN_MS,
        })
        if (!answer.ok) throw new Error(`status ${answer.status}`)
        return placed(Answer.parse(await answer.json()), picture)
      } catch (error) {
        const refusal = new Refusal('documentOcrFailed')
        refusal.cause = error
        throw refusal
      }
    },
  }
}

function placed(answer: z.output<typeof Answer>, picture: Picture): Recognised {
  const pieces = answer.lines.map(({ text, box }): Piece => {
    const flat = box.flat()
    const across = flat.filter((_, at) => at % 2 === 0)
    const down = flat.filter((_, at) => at % 2 === 1)
    const left = Math.min(...across)
    const top = Math.min(...down)
    return { text, left, top, width: Math.max(...across) - left, height: Math.max(...down) - top }
  })
  const reach = (of: (piece: Piece) => number) => Math.max(1, ...pieces.map(of))
  return {
    pieces,
    width: answer.width ?? picture.width ?? reach(({ left, width }) => left + width),
    height: answer.height ?? picture.height ?? reach(({ top, height }) => top + height),
  }
}
