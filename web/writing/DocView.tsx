import type { Schema } from '@tiptap/pm/model'
import { useLayoutEffect, useRef } from 'react'
import type { WritingDoc } from '#contract/writing-doc.ts'
import { drawDoc } from './draw-doc.ts'

/** A document, or a piece of one, to be read. */
export function DocView({ schema, doc }: { schema: Schema; doc: WritingDoc }) {
  const here = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (here.current) void drawDoc(here.current, schema, doc)
  }, [schema, doc])
  return <div ref={here} className="wr-text wr-view" />
}
