import type { LayoutParts } from '../layouts.ts'
import { TopBar } from '../TopBar.tsx'
import { FirmSide } from './FirmSides.tsx'

/** The firm's: its menu at the left, the top bar. */
export const firmLayout: LayoutParts = { Side: FirmSide, Head: TopBar }
