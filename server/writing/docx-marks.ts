import type { FieldName, FigureAttrs } from '#contract/writing-doc.ts'

// What a Word file cannot say of our nodes stands in its own properties, by the name of a bookmark around their text.

/** Bookmarks, and the properties of the same name, begin with it. */
export const OURS = 'digao_'
/** How the footnote begins that says where a figure comes from. */
export const ownSource = /^(?:来源：底稿|底稿|Source: working papers,|Working papers,) /
/** Longer values of properties are not kept by all programs. */
const LONGEST = 250
export const styles = { quote: 'DigaoQuote', head: 'DigaoTableHead', goesOn: 'DigaoListContinue' } as const
/** Twips of a pixel (96 to the inch), a millimetre, a step of indent. */
export const TWIPS = { pixel: 15, millimetre: 1440 / 25.4, indent: 480, list: 420 } as const
/** EMU of a pixel. */
export const EMU = 9525

export type OurNode =
  | { kind: 'figure'; attrs: Omit<FigureAttrs, 'value'>; note: string }
  | { kind: 'field'; name: FieldName }
  | { kind: 'link'; href: string }

/** As a property's value; undefined if it does not fit. */
export function propertyOf(node: OurNode): string | undefined {
  if (node.kind === 'figure') {
    const { projectId, paperId, cell, unit, at, label } = node.attrs
    const fixed = JSON.stringify(['figure', projectId, paperId, cell, unit, at, node.note])
    if (fixed.length > LONGEST - 3) return undefined
    let said = label
    while (JSON.stringify(['figure', projectId, paperId, cell, unit, at, node.note, said]).length > LONGEST)
      said = said.slice(0, -1)
    return JSON.stringify(['figure', projectId, paperId, cell, unit, at, node.note, said])
  }
  const value = JSON.stringify(node.kind === 'field' ? ['field', node.name] : ['link', node.href])
  return value.length > LONGEST ? undefined : value
}

/** The list a property holds, as texts; empty for anything else. */
export function propertyParts(value: string): string[] {
  try {
    const parts: unknown = JSON.parse(value)
    return Array.isArray(parts) ? parts.map(String) : []
  } catch {
    return []
  }
}
