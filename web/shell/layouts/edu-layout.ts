import type { LayoutParts } from '../layouts.ts'
import { FirmMenu } from '../FirmMenu.tsx'
import { TopBar } from '../TopBar.tsx'

/** The school's. */
export const eduLayout: LayoutParts = { Side: FirmMenu, Head: TopBar }
