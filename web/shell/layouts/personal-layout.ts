import type { LayoutParts } from '../layouts.ts'
import { FirmMenu } from '../FirmMenu.tsx'
import { TopBar } from '../TopBar.tsx'

/** A person's own edition. */
export const personalLayout: LayoutParts = { Side: FirmMenu, Head: TopBar }
