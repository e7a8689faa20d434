import { DOMSerializer, type Schema } from '@tiptap/pm/model'
import type { WritingDoc } from '#contract/writing-doc.ts'
import { fitDoc } from './fit-doc.ts'
import { pictureUrl } from './pictures.ts'

/** Draws a document to be read only; the promise is kept when its pictures stand. Nothing of it is taken as HTML. */
export async function drawDoc(into: HTMLElement, schema: Schema, doc: WritingDoc): Promise<void> {
  const page = into.ownerDocument
  const drawn = DOMSerializer.fromSchema(schema).serializeFragment(fitDoc(schema, doc).content, { document: page })
  into.replaceChildren(drawn)
  await Promise.all(
    [...into.querySelectorAll<HTMLImageElement>('img[data-file]')].map(async (img) => {
      const { width = '', align = '', file = '' } = img.dataset
      if (width !== '') img.style.width = `${Number(width)}px`
      const line = page.createElement('div')
      line.className = 'wr-image'
      line.style.textAlign = align
      img.replaceWith(line)
      line.append(img)
      try {
        img.src = await pictureUrl(file)
        await img.decode()
      } catch {
        line.dataset['lost'] = ''
      }
    }),
  )
}
