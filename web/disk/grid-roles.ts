// Lines that stand at places of their own cannot be table elements, nor tiles options of a select: their roles say what they are.
export const asGrid = { role: 'grid' } as const
export const asRows = { role: 'rowgroup' } as const
export const asRow = { role: 'row' } as const
export const asHead = { role: 'columnheader' } as const
export const asCell = { role: 'gridcell' } as const
export const asTiles = { role: 'listbox' } as const
export const asTile = { role: 'option' } as const
export const asNothing = { role: 'none' } as const
export const asGroup = { role: 'group' } as const
