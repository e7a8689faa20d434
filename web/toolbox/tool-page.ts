import type { ComponentType } from 'react'
import type { Text } from '#contract/texts.ts'

/** The page of a tool: all that the frame loads of it at once. What the catalogue says of it comes with the toolbox. */
export type ToolPage = { code: string; path: string; title: Text; load: () => Promise<ComponentType> }

export const toolPage = (code: string, title: Text, load: ToolPage['load']): ToolPage => ({
  code,
  path: `/aiTools/${code}`,
  title,
  load,
})
