import type { LayoutParts } from '../layouts.ts'
import { FirmMenu } from '../FirmMenu.tsx'
import { TopBar } from '../TopBar.tsx'

/** The firm's: its menu at the left, the top bar. */
export const firmLayout: LayoutParts = { Side: FirmMenu, Head: TopBar }
