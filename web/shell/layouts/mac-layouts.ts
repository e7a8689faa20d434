import type { LayoutParts } from '../layouts.ts'
import { type DesktopLayout, macBar } from './MacBar.tsx'
import { macDock } from './MacDock.tsx'

const desktop = (layout: DesktopLayout): LayoutParts => ({ Head: macBar(layout), Dock: macDock(layout) })

/** The desktop of the theme mac-os: menu bar, the page in a window, dock. */
export const macLayouts = { firm: desktop('firm'), personal: desktop('personal'), edu: desktop('edu') }
